import type { JsonObject } from '../../core/json.ts';
import type { ChatRequest } from '../../ports/language.ts';
import type { AnswerGuide } from './answer-guide.ts';
import { createAnswerReader, THINKING, type AnswerPiece } from './answer-reader.ts';
import type { ChatPrompt } from './chat-prompt.ts';
import { logProbabilities, type TokenChooser } from './choose-token.ts';
import type { GeneratedPart } from './protocol.ts';
import { createStopStrings } from './stop-strings.ts';
import { createTokenText, type DecodeTokens } from './token-text.ts';

export interface GeneratedAnswerOptions {
  readonly request: ChatRequest;
  readonly prompt: ChatPrompt;
  readonly decode: DecodeTokens;
  /** Tokens that are no text, unless they mark thoughts or calls. */
  readonly controls: ReadonlySet<number>;
  readonly choose: TokenChooser;
  readonly guide: AnswerGuide | undefined;
  part(part: GeneratedPart): void;
}

/** An answer while it is generated, token by token. */
export interface GeneratedAnswer {
  /** The next token by the logits of all, which it changes. */
  choose(logits: Float32Array): number;
  /** Reads the token that was chosen, and passes on what is certain. */
  take(token: number): void;
  /** Passes on what is left. */
  end(isCut: boolean): void;
  /** Whether what follows is not wanted. */
  readonly isDone: boolean;
  readonly hasCalls: boolean;
  readonly reasoningTokens: number;
}

/** Chooses the tokens of an answer by what the request asks for, and reads from them what is thought, said and called. */
export function createGeneratedAnswer(options: GeneratedAnswerOptions): GeneratedAnswer {
  const { request, prompt, decode, controls, choose, guide, part } = options;
  const { tools = [], stop = [], parallelToolCalls = true, topLogprobs } = request;
  const names = new Set(tools.map(({ name }) => name));
  const calls = prompt.calls === undefined ? undefined : { format: prompt.calls, names, isParallel: parallelToolCalls };
  const reader = createAnswerReader({ thinking: prompt.thinking, ...(calls === undefined ? {} : { calls }) });
  const marks = new Set([THINKING.begin, THINKING.end, prompt.calls?.begin, prompt.calls?.end]);
  const text = createTokenText(decode);
  const stops = createStopStrings(stop);
  let isGuided = false;
  /** The tokens of the text that has not been passed on. */
  let logprobs: JsonObject[] = [];
  let called = 0;
  let reasoningTokens = 0;

  function passOn(pieces: readonly AnswerPiece[]): void {
    for (const piece of pieces) {
      if (stops.stopped) return;
      if (piece.type === 'text') say(stops.push(piece.text));
      else if (piece.type === 'reasoning') part({ type: 'reasoning-delta', text: piece.text });
      else {
        part({ type: 'tool-call-delta', index: called, id: `call_${crypto.randomUUID().replaceAll('-', '')}`, ...piece.call });
        called += 1;
      }
    }
  }

  function say(said: string): void {
    if (said === '') return;
    part({ type: 'text-delta', text: said, ...(logprobs.length === 0 ? {} : { logprobs }) });
    logprobs = [];
  }

  return {
    choose(logits) {
      isGuided = guide !== undefined && reader.state !== 'thinking';
      const before = topLogprobs === undefined ? undefined : logits.slice();
      const token = choose(logits, isGuided ? guide?.allowed : undefined);
      if (before !== undefined) logprobs.push(logprobOf(before, token, topLogprobs ?? 0, decode));
      return token;
    },
    take(token) {
      if (isGuided) guide?.take(token);
      const { state } = reader;
      const isMark = controls.has(token) && marks.has(decode([token]));
      if (!controls.has(token) || isMark) passOn(reader.push(text.push(token)));
      if (state === 'thinking' || reader.state === 'thinking') reasoningTokens += 1;
      if (isMark || state !== 'text' || reader.state !== 'text') logprobs = [];
    },
    end(isCut) {
      passOn([...reader.push(text.end()), ...reader.end(isCut)]);
      say(stops.end());
    },
    get isDone() {
      return stops.stopped || reader.isDone;
    },
    get hasCalls() {
      return called > 0;
    },
    get reasoningTokens() {
      return reasoningTokens;
    },
  };
}

/** A token as OpenAI's API tells its log probability (https://platform.openai.com/docs/api-reference/chat/object). */
function logprobOf(logits: Float32Array, token: number, count: number, decode: DecodeTokens): JsonObject {
  const encoder = new TextEncoder();
  const told = (id: number, logprob: number): JsonObject => {
    const text = decode([id]);
    return { token: text, logprob, bytes: text.includes('\uFFFD') ? null : [...encoder.encode(text)] };
  };
  const { logprob, top } = logProbabilities(logits, token, count);
  return { ...told(token, logprob), top_logprobs: top.map((other) => told(other.token, other.logprob)) };
}
