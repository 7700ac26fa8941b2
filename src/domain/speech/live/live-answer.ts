import { abortable } from '../../../core/abort.ts';
import type { Bridge, BridgeOptions } from '../../../ports/bridge.ts';
import type { ChatPart, ChatRequest, FinishReason, TokenUsage } from '../../../ports/language.ts';
import type { Pcm, TextToSpeech } from '../../../ports/speech.ts';
import type { Clock } from '../../../ports/system.ts';
import { createSentenceStream } from './sentence-stream.ts';

/** A piece of an answer that is spoken or written while the model goes on. The last one is `finish`. */
export type AnswerPart =
  /** A sentence, as it is written, which is about to be spoken. */
  | { readonly type: 'sentence'; readonly text: string }
  | { readonly type: 'audio'; readonly audio: Pcm }
  /** Text of an answer that is not spoken. */
  | { readonly type: 'text'; readonly text: string }
  | (ChatPart & { readonly type: 'tool-call-delta' })
  | { readonly type: 'finish'; readonly reason: FinishReason; readonly usage: TokenUsage };

/** The stages of an answer, and the milliseconds that each has taken so far. */
export type AnswerTimes = Partial<Record<'bridge' | 'tts', number>>;

export interface AnswerRequest {
  readonly chat: ChatRequest;
  readonly bridge: BridgeOptions;
  /** How it is spoken; undefined if it is only written. */
  readonly speech?: { readonly voice?: string | undefined; readonly speed?: number | undefined } | undefined;
  /** Whose answer it is; sentences of several take turns at the synthesiser. */
  readonly key: string;
  /** Most characters that are spoken, after which the answer ends as one that is too long. */
  readonly maxSpokenCharacters: number;
  /** Filled while the answer is made, so that it is known also of one that is cut off. */
  readonly times: AnswerTimes;
}

/** Asks the bridge, and speaks each sentence of the answer as soon as it is complete. Throws the errors of bridge and synthesis. */
export async function* liveAnswer(
  { bridge, textToSpeech, clock }: { readonly bridge: Bridge; readonly textToSpeech: TextToSpeech; readonly clock: Clock },
  { chat, bridge: options, key, speech, maxSpokenCharacters, times }: AnswerRequest,
): AsyncGenerator<AnswerPart, void> {
  const { signal } = options;
  const sentences = createSentenceStream();
  let spoken = 0;

  async function* timed<T>(stage: keyof AnswerTimes, source: AsyncIterable<T>): AsyncGenerator<T, void> {
    const iterator = source[Symbol.asyncIterator]();
    let isDone = false;
    try {
      for (;;) {
        const asked = clock.elapsed();
        const next = await abortable(iterator.next(), signal).finally(() => {
          times[stage] = (times[stage] ?? 0) + clock.elapsed() - asked;
        });
        isDone = next.done === true;
        if (next.done === true) return;
        yield next.value;
      }
    } finally {
      // What is in the middle of a step that was given up ends by the signal.
      if (!isDone && !signal.aborted) await iterator.return?.();
    }
  }

  async function* speak(sentence: string): AsyncGenerator<AnswerPart, void> {
    if (sentence.trim() === '') return;
    yield { type: 'sentence', text: sentence };
    spoken += sentence.length;
    const { voice, speed } = speech ?? {};
    const how = { signal, key, ...(voice === undefined ? {} : { voice }), ...(speed === undefined ? {} : { speed }) };
    for await (const audio of timed('tts', textToSpeech.synthesize(sentence, how))) yield { type: 'audio', audio };
  }

  for await (const part of timed('bridge', bridge.stream(chat, options))) {
    if (part.type === 'text-delta' && speech === undefined) yield { type: 'text', text: part.text };
    else if (part.type === 'text-delta' || part.type === 'tool-call-delta' || part.type === 'finish') {
      // What is said before a call comes before it in the conversation, too.
      const ready = part.type === 'text-delta' ? sentences.push(part.text) : [sentences.end()];
      for (const sentence of ready) {
        if (spoken > 0 && spoken + sentence.length > maxSpokenCharacters) {
          yield { type: 'finish', reason: 'length', usage: part.type === 'finish' ? part.usage : NOT_COUNTED };
          return;
        }
        yield* speak(sentence);
      }
      if (part.type !== 'text-delta') yield part;
    }
  }
}

/** Of an answer that was cut off the bridge tells no tokens. */
const NOT_COUNTED: TokenUsage = { promptTokens: 0, completionTokens: 0 };
