import { abortable } from '../../core/abort.ts';
import { ServiceError, toServiceError } from '../../core/errors.ts';
import { hundredths } from '../../core/rounded.ts';
import type { Bridge, BridgeCaller, BridgeReply } from '../../ports/bridge.ts';
import type { Pcm, SpeechToText, TextToSpeech } from '../../ports/speech.ts';
import type { Clock } from '../../ports/system.ts';
import { toMessages, type SpokenTurn } from './conversation.ts';
import { spokenLanguage } from './remembered-language.ts';
import { leadingSentences } from './sentences.ts';

/** The stages of a spoken turn, in order. */
export type TurnStage = 'stt' | 'bridge' | 'tts';

/** Milliseconds of each stage that started and of the whole turn. `total` is at least the sum of the stages. */
export type TurnLatencies = Readonly<Partial<Record<TurnStage, number>> & { total: number }>;

export interface TurnRequest {
  readonly audio: Pcm;
  readonly language?: string;
  /** Words that may be said, as they are written. */
  readonly expected?: readonly string[];
  readonly voice?: string;
  /** The earlier turns of the session, oldest first. */
  readonly earlier: readonly SpokenTurn[];
  readonly requestId: string;
  /** The user that the client named, if any. */
  readonly userId?: string | undefined;
  /** How the turn may use memory, such as `off`. */
  readonly memory?: string | undefined;
  /** The API key of the request; undefined while keys are off. */
  readonly caller?: BridgeCaller | undefined;
  /** The most characters spoken; of a longer reply only the leading sentences that fit are spoken. */
  readonly maxSpokenCharacters: number;
  readonly signal: AbortSignal;
}

/** The results of a turn until it completed or failed; texts are empty until they are known. */
interface Progress extends SpokenTurn {
  readonly language: string;
  readonly latencies: TurnLatencies;
  /** Once the bridge has answered. */
  readonly reply?: BridgeReply;
}

export interface CompletedTurn extends Progress {
  readonly outcome: 'completed';
  readonly reply: BridgeReply;
  /** Without samples if the voice can speak nothing of the reply. */
  readonly audio: readonly Pcm[];
}

/** A turn that failed at `stage`. It is returned rather than thrown because its event needs all of it. */
export interface FailedTurn extends Progress {
  readonly outcome: 'failed';
  readonly stage: TurnStage;
  readonly error: ServiceError;
}

/** One spoken turn: speech to text, the bridge to the answering service, text to speech. */
export async function runTurn(
  ports: { readonly speechToText: SpeechToText; readonly bridge: Bridge; readonly textToSpeech: TextToSpeech; readonly clock: Clock },
  request: TurnRequest,
): Promise<CompletedTurn | FailedTurn> {
  const { speechToText, bridge, textToSpeech, clock } = ports;
  const { signal, requestId, userId, memory, caller } = request;
  const key = caller?.name ?? '';
  const begun = clock.elapsed();
  const spent: Partial<Record<TurnStage, number>> = {};
  const spokenBefore = request.earlier.at(-1)?.spokenLanguage;
  let nextLanguage = spokenBefore;
  let stage: TurnStage = 'stt';
  let transcript = '';
  let spoken = '';
  let language = request.language ?? '';
  let reply: BridgeReply | undefined;

  async function measured<T>(next: TurnStage, work: () => Promise<T>): Promise<T> {
    stage = next;
    const start = clock.elapsed();
    try {
      return await abortable(work(), signal);
    } finally {
      spent[next] = hundredths(clock.elapsed() - start);
    }
  }

  function progress(): Progress {
    const stages = (spent.stt ?? 0) + (spent.bridge ?? 0) + (spent.tts ?? 0);
    const latencies = { ...spent, total: Math.max(hundredths(clock.elapsed() - begun), stages) };
    return { transcript, spoken, language, spokenLanguage: nextLanguage, latencies, ...(reply === undefined ? {} : { reply }) };
  }

  try {
    const heard = await measured('stt', async () => {
      const result = await speechToText.transcribe(request.audio, {
        signal,
        key,
        ...(language === '' ? {} : { language }),
        ...(spokenBefore === undefined ? {} : { spokenBefore }),
        ...(request.expected === undefined ? {} : { expected: request.expected }),
      });
      if (result.text.trim() === '') throw new ServiceError('invalid_input', 'No speech was heard.', { param: 'file' });
      return result;
    });
    transcript = heard.text;
    language = heard.language;
    nextLanguage = spokenLanguage(heard, spokenBefore);
    const answered = await measured('bridge', async () => {
      const answer = await bridge.reply(toMessages(request.earlier, transcript), { requestId, userId, memory, caller, signal });
      if (answer.text.trim() === '') throw new ServiceError('provider_unavailable', 'The bridge gave an empty answer.');
      return answer;
    });
    reply = answered;
    spoken = leadingSentences(answered.text, request.maxSpokenCharacters);
    const audio = await measured('tts', async () => {
      const options = { signal, key, ...(request.voice === undefined ? {} : { voice: request.voice }) };
      return await Array.fromAsync(textToSpeech.synthesize(spoken, options));
    });
    return { outcome: 'completed', audio, ...progress(), reply: answered };
  } catch (error) {
    return { outcome: 'failed', stage, error: toServiceError(signal.aborted ? signal.reason : error), ...progress() };
  }
}
