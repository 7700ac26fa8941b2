import { alnum, issued, run, type VendorToken } from './vendor-token.ts';

/** Characters of base64. */
const base = (length: number): ReturnType<typeof run> => run('A-Za-z0-9+/', length);

/** Keys of services of Azure that carry the mark of their service, as Microsoft's rules for identifiable keys have them. */
export const AZURE_TOKENS: readonly VendorToken[] = [
  // Storage, Cosmos DB, Batch and machine learning.
  issued('azure_key', [base(76), ['+ASt', 'ACDb', '+ABa', '+AMC'], base(6), '==']),
  // Service Bus, relays, Event Hubs.
  issued('azure_key', [base(33), ['+ASb', '+ARm', '+AEh'], base(6), '=']),
  // Redis, IoT.
  issued('azure_key', [base(33), ['AzCa', 'AIoT'], run('A-P', 1), base(5), '='], { entropy: 4 }),
  // Search, container registries.
  issued('azure_key', [alnum(42), 'AzSe', run('A-D', 1), alnum(5)], { entropy: 4 }),
  issued('azure_key', [base(42), '+ACR', run('A-D', 1), alnum(5)], { entropy: 4 }),
];
