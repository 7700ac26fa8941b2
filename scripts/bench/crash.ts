/**
 * Durable requests while reasoners crash: 500 requests and 10 poisoned messages, two reasoners on one NATS, one of them killed with SIGKILL
 * and restarted every second. `bun scripts/bench/crash.ts [--parley] [requests]`; with `--parley` the reasoners are whole services from
 * source, otherwise a reasoner with a slow model and nothing else.
 */
import { fileURLToPath } from 'node:url';
import { crash, testProgram } from '../../tests/system/crash-harness.ts';

const args = process.argv.slice(2);
const requests = Number(args.find((arg) => /^\d+$/.test(arg)) ?? 500);
const isWhole = args.includes('--parley');
const poison = 10;
const main = fileURLToPath(new URL('../../src/main/bun.ts', import.meta.url));

const report = await crash({
  requests,
  poison,
  reasoners: 2,
  killEveryMs: 1000,
  maxKills: 10_000,
  command: isWhole ? () => [process.execPath, main, 'reasoner'] : testProgram,
  env: { REASONER_BUS_LEASE_MS: '1000', REASONER_BUS_ATTEMPTS: '20', PLATFORM_LOG_LEVEL: 'warn' },
  timeoutMs: 300_000,
  random: Math.random,
});
const counts = [...report.results.values()].map((texts) => texts.length);
const twice = counts.filter((count) => count > 1).length;
const lost = requests - counts.length;
const reasons = new Set(report.deadLetters.map(({ reason }) => reason));
console.log(`requests         ${requests} and ${poison} poisoned, ${report.kills} kills, ${report.seconds.toFixed(1)} s`);
console.log(`results          ${counts.length}, lost ${lost}, answered twice ${twice}`);
console.log(`whole streams    ${report.streamsComplete}`);
console.log(`dead letters     ${report.deadLetters.length}: ${[...reasons].join(' | ')}`);
process.exit(lost === 0 && twice === 0 && report.deadLetters.length === poison ? 0 : 1);
