import { AZURE_TOKENS } from './azure-tokens.ts';
import { PLATFORM_TOKENS } from './platform-tokens.ts';
import { SERVICE_TOKENS } from './service-tokens.ts';
import type { VendorToken } from './vendor-token.ts';

/** Keys and tokens in the formats that their issuers document or show. */
export const VENDOR_TOKENS: readonly VendorToken[] = [...PLATFORM_TOKENS, ...AZURE_TOKENS, ...SERVICE_TOKENS];
