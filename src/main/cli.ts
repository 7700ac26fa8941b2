import { Command } from 'commander';
import { ConfigError } from '../core/config.ts';
import { messageOf } from '../core/errors.ts';
import type { Together } from './all-services.ts';
import { checkSettings } from './check-settings.ts';
import { addDeadLetterCommands } from './dead-letters.ts';
import { layFoundation, type Foundation } from './foundation.ts';
import { httpUrl } from './http-url.ts';
import { addModelCommands } from './models.ts';
import { fromThisHost } from './own-host.ts';
import type { Listening, Platform } from './platform.ts';
import { SETTINGS } from './settings.ts';
import { configurationLines, unknownSettings } from './show-config.ts';
import { VERSION } from './version.ts';

/** The owners of the settings of a process with all services. */
const OWNERS = Object.keys(SETTINGS);

/** The services that can run alone. Each is imported on demand, so that a process does not hold the code of the others. */
const SERVICES: Readonly<Record<string, () => Promise<(foundation: Foundation) => Promise<Listening>>>> = {
  voice: async () => (await import('./voice.ts')).startVoice,
  reasoner: async () => (await import('./reasoner.ts')).startReasoner,
  guard: async () => (await import('./guard.ts')).startGuard,
};

const SETTINGS_HINT = 'Settings come from environment variables; `parley config` prints them all.';

/** Runs the command line of `platform.args` to its end. Failures are printed and end with exit code 1. */
export async function runCommand(platform: Platform): Promise<void> {
  try {
    await commandLine(platform).parseAsync([...platform.args], { from: 'user' });
  } catch (error) {
    platform.printError(error instanceof ConfigError ? error.message : `parley: ${messageOf(error)}`);
    platform.exit(1);
  }
}

function commandLine(platform: Platform): Command {
  const program = new Command('parley')
    .description('Voice, reasoning and guarding for AI assistants, self-hosted.')
    .version(VERSION, '-v, --version')
    .configureOutput({ writeOut: (text) => platform.print(text.trimEnd()), writeErr: (text) => platform.printError(text.trimEnd()) })
    .addHelpText('after', `\n${SETTINGS_HINT}`)
    .showHelpAfterError(`${SETTINGS_HINT} Commands and their options: parley --help`);

  program
    .command('all')
    .description('run voice, reasoner and guard in this process')
    .action(async () => {
      const { startTogether, welcome } = await import('./all-services.ts');
      await serveUntilStopped(platform, OWNERS, async (foundation) => platform.print(welcome(await startTogether(foundation))));
    });
  for (const [name, load] of Object.entries(SERVICES)) {
    program
      .command(name)
      .description(`run the ${name} service alone`)
      .action(async () => {
        const start = await load();
        await serveUntilStopped(platform, ['platform', name], async (foundation) =>
          platform.print(`${name} listens on ${fromThisHost((await start(foundation)).url)}`),
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
      const { ask } = await import('./ask.ts');
      const common = { question, out, print: platform.print };
      if (voiceUrl !== undefined) return ask({ ...common, voiceUrl, ...(apiKey === undefined ? {} : { apiKey }) });
      return withServicesInside(platform, ({ voice, foundation }) => {
        const key = foundation.config.apiKeys[0]?.key;
        return ask({ ...common, voiceUrl: voice.url, ...(key === undefined ? {} : { apiKey: key }) });
      });
    });
  addModelCommands(program, platform);
  addDeadLetterCommands(program, platform);
  program
    .command('doctor')
    .description('test every part on this machine and report what works')
    .action(async () => {
      const { doctor } = await import('./doctor.ts');
      const healthy = await withServicesInside(platform, (together) => doctor(together, platform));
      if (!healthy) platform.exit(1);
    });
  program
    .command('config')
    .description('check the settings and print them, secrets as (set) or (unset)')
    .action(() => platform.print(configurationLines(platform.env).join('\n')));
  return program;
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
  const foundation = await layFoundation(platform);
  const unknown = unknownSettings(platform.env);
  if (unknown.length > 0)
    foundation.logger.warn('the environment has variables that look like settings but are unknown to this version', {
      names: unknown.toSorted().join(', '),
    });
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
  const { startTogether } = await import('./all-services.ts');
  const foundation = await layFoundation(inside);
  try {
    return await work(await startTogether(foundation));
  } finally {
    await foundation.resources.disposeAsync();
  }
}
