import { choice, ConfigError, flag, integer, secretList, text, url, type Values } from '../core/config.ts';
import { LOG_LEVELS } from '../adapters/system/logger.ts';

/** Settings that all services share. */
export const platformSettings = {
  natsUrl: url('PLATFORM_NATS_URL', '', 'NATS server over WebSocket; empty uses a bus inside the process.', ['ws:', 'wss:']),
  dataDirectory: text('PLATFORM_DATA_DIR', './data', 'Folder for databases.'),
  apiKeys: secretList('PLATFORM_API_KEYS', 'Keys that open the services, as name:key or key, separated by commas; empty turns keys off.'),
  allowOpen: flag('PLATFORM_ALLOW_OPEN', false, 'Allows listening beyond this host without API keys.'),
  logLevel: choice('PLATFORM_LOG_LEVEL', 'info', 'From which level on log lines are written to standard error.', LOG_LEVELS),
  shutdownGraceMs: integer('PLATFORM_SHUTDOWN_GRACE_MS', 5000, 'How long requests under way may finish at shutdown, in milliseconds.', {
    min: 0,
    max: 600_000,
  }),
} as const;

export type PlatformConfig = Values<typeof platformSettings>;

/** Refuses to open a service to other hosts without keys. Throws a ConfigError that says what to set. */
export function checkExposure(host: string, hostSetting: string, config: PlatformConfig): void {
  const loopback = /^(127\.\d+\.\d+\.\d+|::1|localhost)$/.test(host);
  if (loopback || config.apiKeys.length > 0 || config.allowOpen) return;
  throw new ConfigError([
    `${hostSetting}=${host} opens the service to other hosts without API keys: set PLATFORM_API_KEYS, or PLATFORM_ALLOW_OPEN=true to mean it`,
  ]);
}
