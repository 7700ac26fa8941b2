import { readFile } from 'node:fs/promises';
import { bestClass, logSumExp } from '../../core/class-scores.ts';
import type { InputTensors, Tensor } from './protocol.ts';
import type { OnnxRuntime } from './runtime.ts';
import { openSession } from './session.ts';
import { readTokenTable } from './token-table.ts';

/** The files of a recogniser that writes text token by token, such as `models/moonshine-base-en`. */
export interface SequenceModelFiles {
  readonly encoderPath: string;
  readonly decoderPath: string;
  readonly tokensPath: string;
}

/** A word as it is written, with its capitals and punctuation, and its confidence, 0 to 1. */
export interface WrittenWord {
  readonly text: string;
  readonly confidence: number;
}

/** What a recogniser wrote. */
export interface SequenceReading {
  readonly words: readonly WrittenWord[];
  /** The mean probability of its tokens, as a natural logarithm: 0 or less. */
  readonly certainty: number;
  /** Whether the text came to its end; one that goes on for ever repeats itself. */
  readonly finished: boolean;
}

/** A loaded recogniser that writes text token by token. */
export interface SequenceRecogniser {
  /** Reads mono samples at 16 kHz. */
  read(samples: Float32Array<ArrayBuffer>): Promise<SequenceReading>;
  release(): Promise<void>;
}

const SAMPLE_RATE = 16_000;
const [BEGIN, END] = [1, 2];
/** Of Moonshine's tiny and base models. */
const HEADS = 8;
/** Nobody says more; what goes on longer repeats itself (Jeffries et al. 2024, arXiv:2410.15608, has 6). */
const TOKENS_A_SECOND = 6.5;
const LEAST_TOKENS = 2;

/**
 * Opens Moonshine (Jeffries et al. 2024): an encoder on the waveform, and a decoder whose one graph takes an empty past in the first step and
 * gives the keys and values of text and audio for the next ones. Throws the errors of onnxruntime and the file system.
 */
export async function openSequenceRecogniser(files: SequenceModelFiles, runtime: OnnxRuntime): Promise<SequenceRecogniser> {
  const table = readTokenTable(await readFile(files.tokensPath));
  const encoder = await openSession({ modelPath: files.encoderPath, runtime });
  const decoder = await openSession({ modelPath: files.decoderPath, runtime });
  const presents = decoder.outputNames.filter((name) => name.startsWith('present.'));
  // The audio's keys and values stay what the first step made them.
  const changing = ['logits', ...presents.filter((name) => name.includes('.decoder.'))];

  async function read(samples: Float32Array<ArrayBuffer>): Promise<SequenceReading> {
    const { last_hidden_state: heard } = await encoder.run({ input_values: { data: samples, dims: [1, samples.length] } });
    const width = heard?.dims[2];
    if (heard === undefined || width === undefined) throw wrongShape();
    const past = emptyPast(presents, width);
    const tokens: number[] = [];
    const chances: number[] = [];
    const most = Math.ceil((samples.length / SAMPLE_RATE) * TOKENS_A_SECOND) + LEAST_TOKENS;
    while (chances.length < most) {
      const last = tokens.at(-1);
      const inputs = { encoder_hidden_states: heard, ...past, ...stepInputs(last ?? BEGIN, last !== undefined) };
      const { logits, ...present } = await decoder.run(inputs, last === undefined ? undefined : changing);
      if (logits === undefined) throw wrongShape();
      for (const [name, tensor] of Object.entries(present)) past[pastOf(name)] = tensor;
      const { token, chance } = likeliest(logits.data);
      chances.push(chance);
      if (token === END) break;
      tokens.push(token);
    }
    return {
      words: table.words(tokens).map(({ text, from, to }) => ({ text, confidence: Math.exp(mean(chances.slice(from, to))) })),
      certainty: mean(chances),
      finished: chances.length > tokens.length,
    };
  }

  return { read, release: async () => void (await Promise.all([encoder.release(), decoder.release()])) };
}

function stepInputs(token: number, hasPast: boolean): InputTensors {
  return {
    input_ids: { data: BigInt64Array.of(BigInt(token)), dims: [1, 1] },
    use_cache_branch: { data: Uint8Array.of(hasPast ? 1 : 0), dims: [1] },
  };
}

/** Keys and values of nothing. */
function emptyPast(presents: readonly string[], width: number): Record<string, Tensor> {
  const dims = [1, HEADS, 0, width / HEADS];
  return Object.fromEntries(presents.map((name) => [pastOf(name), { data: new Float32Array(0), dims }]));
}

/** The input that carries on what an output has computed. */
function pastOf(present: string): string {
  return present.replace('present', 'past_key_values');
}

/** The likeliest class and its probability, as a natural logarithm. */
function likeliest(logits: Float32Array): { readonly token: number; readonly chance: number } {
  const token = bestClass(logits);
  return { token, chance: (logits[token] ?? -Infinity) - logSumExp(logits) };
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
}

function wrongShape(): Error {
  return new Error('the second recogniser gave an answer of the wrong shape');
}
