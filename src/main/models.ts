import { InvalidArgumentError, type Command } from 'commander';
import { MODEL_DTYPES, type ModelDtype } from '../adapters/model-store/model-dtype.ts';
import type { ModelStore } from '../adapters/model-store/store.ts';
import { systemClock } from '../adapters/system/clock.ts';
import { createJsonLogger } from '../adapters/system/logger.ts';
import { readSettings } from '../core/config.ts';
import { readKnownModels } from './model-catalogue.ts';
import { openModelStore } from './model-store.ts';
import { listModels, modelTable } from './models-list.ts';
import { pullModels } from './models-pull.ts';
import { verifyModels } from './models-verify.ts';
import { platformSettings } from './platform-config.ts';
import type { Platform } from './platform.ts';

/** Adds `parley models` with its subcommands; without one it lists models. */
export function addModelCommands(program: Command, platform: Platform): void {
  const models = program
    .command('models')
    .description('list, pull, verify and remove models')
    .addHelpText('after', '\nModels are pulled into PLATFORM_MODELS_DIR from PLATFORM_MODEL_HUB; any owner/name of the hub will do.');
  models
    .command('list', { isDefault: true })
    .description('list the built-in models, those on this host, and those Parley knows on the hub')
    .option('--json', 'print JSON instead of a table')
    // An unknown subcommand of `models` arrives here as an argument.
    .allowExcessArguments()
    .action(async ({ json }: { json?: true }, { args: [unknown] }: Command) => {
      if (unknown !== undefined) throw new Error(`models has no command "${unknown}": there are list, pull, verify and remove.`);
      const listed = await listModels(platform, storeOf(platform));
      platform.print(json === true ? JSON.stringify({ models: listed }, null, 2) : modelTable(listed));
    });
  models
    .command('pull')
    .description('bring a model from the hub; run it again to continue after an interruption')
    .argument('<id[@revision]>', 'owner/name, with a branch, tag or commit if it is not to be main')
    .option('--dtype <format>', `number format: ${MODEL_DTYPES.join(', ')} (default: what suits the model, mostly q8)`, dtypeOf)
    .action(async (model: string, { dtype }: { dtype?: ModelDtype }) => pullModels(platform, storeOf(platform), { model, dtype }));
  models
    .command('verify')
    .description('compare models with their checksums; all on this host unless one is named')
    .argument('[id]', 'one model only')
    .action(async (id: string | undefined) => {
      if (!(await verifyModels(platform, storeOf(platform), id))) platform.exit(1);
    });
  models
    .command('remove')
    .description('delete a pulled model from this host')
    .argument('<id>', 'owner/name')
    .action(async (id: string) => {
      const known = await readKnownModels(platform.assets.modelManifest);
      if (known.some((model) => model.builtIn && model.id === id)) throw new Error(`${id} is built in and cannot be removed.`);
      await storeOf(platform).remove(id);
      platform.print(`${id} removed`);
    });
}

function dtypeOf(value: string): ModelDtype {
  const found = MODEL_DTYPES.find((dtype) => dtype === value);
  if (found === undefined) throw new InvalidArgumentError(`It must be one of ${MODEL_DTYPES.join(', ')}.`);
  return found;
}

/** The model store, with only warnings logged. */
function storeOf(platform: Platform): ModelStore {
  const config = readSettings(platformSettings, { PLATFORM_LOG_LEVEL: 'warn', ...platform.env });
  const logger = createJsonLogger({ clock: systemClock, level: config.logLevel, write: platform.printError });
  return openModelStore({ platform, config, clock: systemClock, logger });
}
