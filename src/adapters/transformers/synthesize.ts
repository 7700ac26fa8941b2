import { readFile } from 'node:fs/promises';
import { ServiceError } from '../../core/errors.ts';
import type { LoadedLibrary, Library } from './library.ts';
import type { LoadedModel } from './loaded-model.ts';
import type { Spoken, SynthesizeRun } from './protocol.ts';

/** In Hz; Kokoro's files do not state it. */
const KOKORO_SAMPLE_RATE = 24_000;

/** Length of a row of a Kokoro voice, which has one row per number of tokens. */
const KOKORO_STYLE = 256;

const SUPERTONIC_STEPS = 5;

/** The seed of models that start from noise, so that the same sentence always sounds the same. */
const SEED = 1;

type Speak = (request: SynthesizeRun) => Promise<Spoken>;

/** A speaker: VITS (such as MMS), SpeechT5, Kokoro (`style_text_to_speech_2`) or Supertonic. */
export async function openSpeaker(loaded: LoadedLibrary, folder: string): Promise<LoadedModel<'synthesize'>> {
  const config = await loaded.library.AutoConfig.from_pretrained(folder, { local_files_only: true });
  const architecture = config.model_type ?? '';
  const speak = await open(loaded, folder, architecture);
  return { architecture, run: (request) => speak(request) };
}

function open(loaded: LoadedLibrary, folder: string, architecture: string): Promise<Speak> {
  if (architecture === 'style_text_to_speech_2') return openKokoro(loaded, folder);
  if (architecture === 'speecht5') return openSpeechT5(loaded, folder);
  return openPipeline(loaded, folder, architecture);
}

async function openKokoro({ library, options }: LoadedLibrary, folder: string): Promise<Speak> {
  const tokenizer = await library.AutoTokenizer.from_pretrained(folder, { local_files_only: true });
  const model = await library.StyleTextToSpeech2Model.from_pretrained(folder, options);
  return async ({ text, voicePath, speed }) => {
    const { input_ids } = tokenizer(text, { truncation: true }) as { input_ids: InstanceType<Library['Tensor']> };
    const rows = await voice(voicePath);
    // The two tokens at the ends do not belong to the text.
    const row = Math.min(Math.max((input_ids.dims.at(-1) ?? 2) - 2, 0), rows.length / KOKORO_STYLE - 1);
    const style = new library.Tensor('float32', rows.slice(row * KOKORO_STYLE, (row + 1) * KOKORO_STYLE), [1, KOKORO_STYLE]);
    const { waveform } = (await model({ input_ids, style, speed: new library.Tensor('float32', [speed], [1]) })) as {
      waveform: { data: Float32Array };
    };
    return { samples: Float32Array.from(waveform.data), sampleRate: KOKORO_SAMPLE_RATE };
  };
}

async function openSpeechT5({ library, options }: LoadedLibrary, folder: string): Promise<Speak> {
  const tokenizer = await library.AutoTokenizer.from_pretrained(folder, { local_files_only: true });
  const processor = await library.AutoProcessor.from_pretrained(folder, { local_files_only: true });
  const model = (await library.SpeechT5ForTextToSpeech.from_pretrained(folder, options)) as InstanceType<
    Library['SpeechT5ForTextToSpeech']
  >;
  // In the hub's layout the vocoder is another graph of the model.
  const vocoder = await library.SpeechT5HifiGan.from_pretrained(folder, { ...options, model_file_name: 'decoder_postnet_and_vocoder' });
  const { sampling_rate: sampleRate = 16_000 } = (processor.feature_extractor?.config ?? {}) as { sampling_rate?: number };
  return async ({ text, voicePath }) => {
    const { input_ids } = tokenizer(text, { truncation: true }) as { input_ids: InstanceType<Library['Tensor']> };
    const speaker = await voice(voicePath);
    const { waveform } = await model.generate_speech(input_ids, new library.Tensor('float32', speaker, [1, speaker.length]), { vocoder });
    return { samples: Float32Array.from(waveform?.data as Float32Array), sampleRate };
  };
}

/** VITS and Supertonic. */
async function openPipeline({ library, options }: LoadedLibrary, folder: string, architecture: string): Promise<Speak> {
  const pipeline = await library.pipeline('text-to-speech', folder, options);
  return async ({ text, voicePath, speed }) => {
    library.random.seed(SEED);
    const styled =
      architecture === 'supertonic' ? { speaker_embeddings: await voice(voicePath), speed, num_inference_steps: SUPERTONIC_STEPS } : {};
    const audio = await pipeline(text, styled);
    return { samples: Float32Array.from(audio.audio as Float32Array), sampleRate: audio.sampling_rate };
  };
}

/** A voice's file as little-endian float32 numbers. */
async function voice(path: string | undefined): Promise<Float32Array<ArrayBuffer>> {
  if (path === undefined) {
    throw new ServiceError(
      'provider_unavailable',
      'The model has no voice: put a speaker embedding (float32) into its folder as voices/NAME.bin.',
    );
  }
  const bytes = new Uint8Array(await readFile(path));
  return new Float32Array(bytes.slice(0, bytes.length - (bytes.length % 4)).buffer);
}
