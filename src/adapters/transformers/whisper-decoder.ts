import type { Library } from './library.ts';
import type { DecoderOutputs, FloatOutput, Output, WhisperGeneration, WhisperModel } from './whisper-model.ts';
import { nextToken, type ChosenToken, type WhisperTokens } from './whisper-tokens.ts';
import type { TokenAttention } from './whisper-word-times.ts';

export interface WriteOptions {
  readonly encoder_outputs: unknown;
  /** The tokens to begin with: prompt, language and task. */
  readonly begin: readonly number[];
  readonly special: WhisperTokens;
  /** Most tokens. */
  readonly limit: number;
  readonly signal: AbortSignal;
}

/** A token that the model wrote. */
export interface WrittenToken extends ChosenToken {
  /** Where in the audio it was seen; only of models that tell. */
  readonly attention?: TokenAttention;
}

export interface Written {
  readonly tokens: readonly WrittenToken[];
  /** Whether the text came to its end; one that goes on for ever repeats itself. */
  readonly finished: boolean;
}

/**
 * The tokens behind `begin`. Of the library's own `generate()` two thirds of the time are the choice of each token, which takes longer than
 * the model.
 */
export async function write(library: Library, model: WhisperModel, options: WriteOptions): Promise<Written> {
  const { encoder_outputs, begin, special, limit, signal } = options;
  const tokens: WrittenToken[] = [];
  let inputs = begin;
  let past_key_values: Readonly<Record<string, unknown>> | undefined;
  while (tokens.length < limit && !signal.aborted) {
    const decoder_input_ids = new library.Tensor('int64', BigInt64Array.from(inputs, BigInt), [1, inputs.length]);
    const outputs = await model({ encoder_outputs, decoder_input_ids, past_key_values });
    const ids = tokens.map(({ token }) => token);
    const chosen = nextToken(lastRow(outputs.logits.to('float32')), ids, special);
    if (chosen.token === special.end) return { tokens, finished: true };
    const attention = attentionOf(outputs, model.generation_config);
    tokens.push({ ...chosen, ...(attention === undefined ? {} : { attention }) });
    inputs = [chosen.token];
    past_key_values = pastOf(outputs);
  }
  return { tokens, finished: false };
}

/** Of a tensor [1, rows, width]. */
function lastRow({ data, dims }: FloatOutput): Float32Array {
  return data.subarray(data.length - (dims.at(-1) ?? 0));
}

/** The keys and values of what was read, as the inputs of the next step. */
function pastOf(outputs: DecoderOutputs): Readonly<Record<string, unknown>> {
  const present = Object.entries(outputs).filter(([name]) => name.startsWith('present.'));
  return Object.fromEntries(present.map(([name, value]) => [name.replace('present', 'past_key_values'), value]));
}

/** How the newest token attends to the audio: the heads that follow it, of tensors [1, heads, rows, frames]. */
function attentionOf(outputs: DecoderOutputs, { alignment_heads: heads = [] }: WhisperGeneration): TokenAttention | undefined {
  const rows = heads.flatMap(([layer, head]) => {
    const weights = (outputs[`cross_attentions.${layer}`] as Output | undefined)?.to('float32');
    if (weights === undefined) return [];
    const [, , many = 0, frames = 0] = weights.dims;
    const end = (head + 1) * many * frames;
    return [weights.data.slice(end - frames, end)];
  });
  return rows.length === 0 ? undefined : rows;
}

export function specialTokens(generation: WhisperGeneration): WhisperTokens {
  const { eos_token_id: ends = 50_257, no_timestamps_token_id: noTimes = Infinity, max_initial_timestamp_index: latestBegin } = generation;
  return {
    end: typeof ends === 'number' ? ends : (ends[0] ?? Infinity),
    noTimes,
    firstTime: noTimes + 1,
    suppressed: generation.suppress_tokens ?? [],
    suppressedFirst: generation.begin_suppress_tokens ?? [],
    latestBegin: latestBegin ?? Infinity,
  };
}
