import { setPriority } from 'node:os';
import { platform } from 'node:process';
import { lowerPriority } from '../../core/lower-priority.ts';
import { servePool } from '../../core/serve-pool.ts';
import { openClassifier } from './classify.ts';
import { openEmbedder } from './embed.ts';
import { openGenerator } from './generate.ts';
import { loadLibrary, type LoadedLibrary } from './library.ts';
import type { LoadedModel } from './loaded-model.ts';
import type {
  GeneratedPart,
  TransformersLoad,
  TransformersReport,
  TransformersResult,
  TransformersRun,
  TransformersTask,
} from './protocol.ts';
import { openReranker } from './score-pairs.ts';
import { openSpeaker } from './synthesize.ts';
import { openTagger } from './tag-tokens.ts';
import { openRecogniser } from './transcribe.ts';

type Openers = { readonly [Task in TransformersTask]: (loaded: LoadedLibrary, folder: string) => Promise<LoadedModel<Task>> };

const OPENERS: Openers = {
  transcribe: openRecogniser,
  synthesize: openSpeaker,
  embed: openEmbedder,
  classify: openClassifier,
  tag: openTagger,
  rerank: openReranker,
  generate: openGenerator,
};

lowerPriority(platform, setPriority);
let model: LoadedModel<TransformersTask> | undefined;

servePool<TransformersLoad, TransformersRun, GeneratedPart, TransformersResult, TransformersReport>({
  async load(request) {
    const started = performance.now();
    const loaded = await loadLibrary(request);
    // A pool only sends runs of the task for which its workers were loaded.
    const opened = (await OPENERS[request.task](loaded, request.folder)) as unknown as LoadedModel<TransformersTask>;
    model = opened;
    return {
      provider: loaded.provider,
      milliseconds: performance.now() - started,
      architecture: opened.architecture,
      reason: loaded.reason,
      ...(opened.labels === undefined ? {} : { labels: opened.labels }),
      ...(opened.translates === undefined ? {} : { translates: opened.translates }),
    };
  },
  async run(request, context) {
    if (model === undefined) throw new Error('no model is loaded');
    return { value: await model.run(request, context) };
  },
});
