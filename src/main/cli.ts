import { Command, InvalidArgumentError } from 'commander';
import { ConfigError } from '../core/config.ts';
import { ask } from './ask.ts';
import { addDeadLetterCommands } from './dead-letters.ts';
import { doctor } from './doctor.ts';
import { layFoundation, type Foundation } from './foundation.ts';
import { startGuard } from './guard.ts';
import { addModelCommands } from './models.ts';
import type { Platform } from './platform.ts';
import { startReasoner } from './reasoner.ts';
import { checkSettings, configurationLines, SETTINGS } from './show-config.ts';
import { startTogether, welcome, type Together } from './together.ts';
import { VERSION } from './version.ts';
import { startVoice } from './voice.ts';

/** Whose settings a process with all services reads. */
const OWNERS = Object.keys(SETTINGS);

/** Runs the command line of `platform.args` to its end. Failures are printed and end with exit code 1. */
export async function runCommand(platform: Platform): Promise<void> {
  try {
    await commandLine(platform).parseAsync([...platform.args], { from: 'user' });
  } catch (error) {
    platform.printError(error instanceof ConfigError ? error.message : `parley: ${error instanceof Error ? error.message : String(error)}`);
    platform.exit(1);
  }
}

function commandLine(platform: Platform): Command {
  const program = new Command('parley')
    .description('Voice, reasoning and guarding for AI assistants, self-hosted.')
    .version(VERSION, '-v, --version')
    .configureOutput({ writeOut: (text) => platform.print(text.trimEnd()), writeErr: (text) => platform.printError(text.trimEnd()) })
    .addHelpText('after', '\nSettings come from environment variables; `parley config` prints them all.');

  program
    .command('all')
    .description('run voice, reasoner and guard in this process')
    .action(async () => {
      await serveUntilStopped(platform, OWNERS, async (foundation) => platform.print(welcome(await startTogether(foundation))));
    });
  const services = { voice: startVoice, reasoner: startReasoner, guard: startGuard };
  for (const [name, start] of Object.entries(services)) {
    program
      .command(name)
      .description(`run the ${name} service alone`)
      .action(async () => {
        await serveUntilStopped(platform, ['platform', name], async (foundation) =>
          platform.print(`${name} listens on ${(await start(foundation)).url}`),
        );
      });
  }
  program
    .command('ask')
    .description('speak a recorded question to Parley and save the spoken answer')
    .argument('<question>', 'WAV file with the question')
    .option('--out <file>', 'where the spoken answer goes', 'answer.wav')
    .option('--voice-url <url>', 'a running voice service; without it the services run inside this command', httpUrl)
    .option('--api-key <key>', 'key for the running voice service')
    .action(async (question: string, { out, voiceUrl, apiKey }: { out: string; voiceUrl?: string; apiKey?: string }) => {
      const common = { question, out, print: platform.print };
      if (voiceUrl !== undefined) return ask({ ...common, voiceUrl, ...(apiKey === undefined ? {} : { apiKey }) });
      return withServicesInside(platform, ({ voice, foundation }) => {
        const key = foundation.apiKeys[0]?.key;
        return ask({ ...common, voiceUrl: voice.url, ...(key === undefined ? {} : { apiKey: key }) });
      });
    });
  addModelCommands(program, platform);
  addDeadLetterCommands(program, platform);
  program
    .command('doctor')
    .description('try every part on this machine and say what works')
    .action(async () => {
      const healthy = await withServicesInside(platform, (together) => doctor(together, platform));
      if (!healthy) platform.exit(1);
    });
  program
    .command('config')
    .description('print the effective settings, secrets as (set) or (unset)')
    .action(() => platform.print(configurationLines(platform.env).join('\n')));
  return program;
}

function httpUrl(value: string): string {
  if (!/^https?:\/\//.test(value) || !URL.canParse(value)) throw new InvalidArgumentError('It must start with http:// or https://.');
  return value.replace(/\/+$/, '');
}

/** Runs what `start` starts until the process is asked to stop, then closes it in reverse order. */
async function serveUntilStopped(
  platform: Platform,
  owners: readonly string[],
  start: (foundation: Foundation) => Promise<void>,
): Promise<void> {
  checkSettings(owners, platform.env);
  const stopped = Promise.withResolvers<void>();
  platform.onShutdown(() => stopped.resolve());
  const foundation = layFoundation(platform);
  try {
    await start(foundation);
    await stopped.promise;
    foundation.logger.info('stopping');
  } finally {
    await foundation.resources.disposeAsync();
  }
  platform.exit(0);
}

/** Runs the three services on free ports, with warnings only in the log, for the length of `work`. */
async function withServicesInside<T>(platform: Platform, work: (together: Together) => Promise<T>): Promise<T> {
  const inside: Platform = {
    ...platform,
    env: { PLATFORM_LOG_LEVEL: 'warn', ...platform.env, VOICE_PORT: '0', REASONER_PORT: '0', GUARD_PORT: '0' },
  };
  checkSettings(OWNERS, inside.env);
  const foundation = layFoundation(inside);
  try {
    return await work(await startTogether(foundation));
  } finally {
    await foundation.resources.disposeAsync();
  }
}
