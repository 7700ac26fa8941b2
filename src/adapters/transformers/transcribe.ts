import type { LoadedLibrary } from './library.ts';
import type { LoadedModel } from './loaded-model.ts';
import { runWhisper, whisperTranslates, type WhisperPipeline } from './whisper.ts';

const SAMPLE_RATE = 16_000;

/** Moonshine's paper limits output to 6 tokens per second of audio, against repetition loops. */
const MOONSHINE_TOKENS_A_SECOND = 6;

type Recognise = (audio: Float32Array, options: Readonly<Record<string, unknown>>) => Promise<{ readonly text: string }>;

/** A recogniser of any architecture that transformers.js supports: Whisper, Moonshine, or one with a CTC head. */
export async function openRecogniser({ library, options }: LoadedLibrary, folder: string): Promise<LoadedModel<'transcribe'>> {
  const pipeline = await library.pipeline('automatic-speech-recognition', folder, options);
  const architecture = pipeline.model.config.model_type ?? '';
  const recognise = pipeline as unknown as Recognise;
  const whisper = architecture.endsWith('whisper') ? (pipeline as unknown as WhisperPipeline) : undefined;
  return {
    architecture,
    translates: whisper !== undefined && whisperTranslates(whisper.model),
    async run(request, { signal }) {
      const stopping = new library.InterruptableStoppingCriteria();
      const stop = (): void => stopping.interrupt();
      signal.addEventListener('abort', stop, { once: true });
      try {
        if (whisper !== undefined) return await runWhisper(library, whisper, request, signal);
        const seconds = request.samples.length / SAMPLE_RATE;
        const generation = { max_new_tokens: Math.ceil((seconds + 1) * MOONSHINE_TOKENS_A_SECOND), stopping_criteria: stopping };
        const { text } = await recognise(request.samples, architecture === 'moonshine' ? generation : {});
        return { text: text.trim() };
      } finally {
        signal.removeEventListener('abort', stop);
      }
    },
  };
}
