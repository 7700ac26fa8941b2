import { timingSafeEqual } from '../../core/timing-safe-equal.ts';
import type { ApiKey } from '../../http/auth.ts';
import type { Clock } from '../../ports/system.ts';
import type { LiveSettings } from './live-settings.ts';

/** What a client secret allows: live sessions for the API key that made it. */
export interface SecretGrant {
  /** Undefined while keys are off. */
  readonly key: ApiKey | undefined;
  /** How its sessions begin. */
  readonly settings: LiveSettings;
  /** Who speaks in them; undefined for nobody. */
  readonly userId: string | undefined;
}

/** Keys for browsers, which open live sessions until they expire, and nothing else. */
export interface ClientSecrets {
  mint(grant: SecretGrant, seconds: number): { readonly value: string; readonly expiresAt: Date };
  /** What a key allows; undefined if it is unknown or has expired. */
  find(value: string): SecretGrant | undefined;
}

const PREFIX = 'ek_';
const SECRET_BYTES = 24;

interface Kept {
  readonly value: string;
  readonly grant: SecretGrant;
  readonly expiresAt: Date;
}

/** Keeps at most `capacity` secrets in memory; the oldest goes first. */
export function createClientSecrets(clock: Clock, capacity: number): ClientSecrets {
  const kept = new Map<string, Kept>();
  let count = 0;
  return {
    mint(grant, seconds) {
      count += 1;
      const secret = crypto.getRandomValues(new Uint8Array(SECRET_BYTES)).toBase64({ alphabet: 'base64url', omitPadding: true });
      const value = `${PREFIX}${count}_${secret}`;
      const expiresAt = new Date(clock.now().getTime() + seconds * 1000);
      kept.set(idOf(value), { value, grant, expiresAt });
      for (const [id, { expiresAt: end }] of kept) {
        if (kept.size <= capacity && end > clock.now()) break;
        kept.delete(id);
      }
      return { value, expiresAt };
    },
    find(value) {
      const found = kept.get(idOf(value));
      if (found === undefined || !timingSafeEqual(value, found.value) || found.expiresAt <= clock.now()) return undefined;
      return found.grant;
    },
  };
}

/** Whether a key is a client secret rather than an API key. */
export function isClientSecret(key: string): boolean {
  return key.startsWith(PREFIX);
}

/** The part of a secret by which it is found, which is none itself. */
function idOf(value: string): string {
  return value.slice(0, value.indexOf('_', PREFIX.length));
}
