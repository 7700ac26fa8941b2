import { toServiceError } from '../../core/errors.ts';
import type { JsonObject } from '../../core/json.ts';
import { decodeLive, LIVE_RATES } from '../../domain/speech/live/audio-format.ts';
import { createLiveConversation, heardUntil, isUsersTurn } from '../../domain/speech/live/live-conversation.ts';
import { createPlayback } from '../../domain/speech/live/playback.ts';
import { rememberingLanguage } from '../../domain/speech/remembered-language.ts';
import type { VoiceDeps } from '../voice.ts';
import { readMessage, toClientEvent, type ClientEvent, type SessionChange } from './client-events.ts';
import { createEarlyReading } from './early-reading.ts';
import { createInterjections } from './interjections.ts';
import { fromNewItem, toItem } from './item-wire.ts';
import { audioBytes, createLiveInput } from './live-input.ts';
import { changed, checked, toSession, type LiveSettings } from './live-settings.ts';
import type { LiveTurns } from './live-turns.ts';
import type { Emit } from './response-writer.ts';
import { createResponses, type ResponsesOptions } from './responses.ts';
import { createSilenceWatch } from './silence-watch.ts';
import { createUtterances } from './utterances.ts';

export interface LiveSessionOptions extends Pick<ResponsesOptions, 'asker' | 'beginTurn'> {
  readonly deps: Pick<
    VoiceDeps,
    'speechToText' | 'textToSpeech' | 'bridge' | 'speechProbability' | 'judgeTurn' | 'clock' | 'ids' | 'limits'
  >;
  readonly sessionId: string;
  /** How the session begins. */
  readonly settings: LiveSettings;
  readonly turns: LiveTurns;
  /** Sends an event to the client. */
  readonly send: (event: JsonObject) => void;
  /** Told whenever nothing is under way any more. */
  readonly onIdle: () => void;
  /** Told of every utterance, and response that is asked for, after which the session is in use. */
  readonly onUtterance: () => void;
  /** Aborts when the connection or the session has ended. */
  readonly signal: AbortSignal;
}

/** One live conversation, as a state machine over the events of its client. */
export interface LiveSession {
  /** Whether nobody speaks, and nothing is being made. */
  readonly isIdle: boolean;
  /** Tells the client that the session is ready. */
  open(): void;
  /** Answers one message, after all before it. */
  receive(message: string | undefined): Promise<void>;
}

/**
 * A conversation over OpenAI's Realtime events (https://platform.openai.com/docs/api-reference/realtime-client-events): speech is heard
 * while it comes, answers are spoken sentence by sentence while the model writes them, and whoever speaks cuts the answer off.
 */
export function createLiveSession(options: LiveSessionOptions): LiveSession {
  const { deps, sessionId, turns, signal } = options;
  const { ids, limits } = deps;
  const speechToText = rememberingLanguage(deps.speechToText);
  const conversation = createLiveConversation({ items: limits.liveItems, characters: limits.liveCharacters });
  const mintId = (prefix: string): string => ids.next(prefix);
  let { settings } = options;
  let sent = 0;
  /** How many turns have ended and are not understood yet. */
  let inHearing = 0;
  /** Whether something was said that is still to be answered. */
  let isUnanswered = false;
  /** When somebody spoke last, and when the last response was over, on the clock. */
  let spokenAt = deps.clock.elapsed();
  let respondedAt: number | undefined;

  const emit: Emit = (type, fields) => {
    sent += 1;
    options.send({ type, event_id: `event_${sent}`, ...fields });
  };

  /** Tells the client what went wrong, and with which of its events. */
  function fail(thrown: unknown, event?: JsonObject): void {
    const { kind, code, message, param } = toServiceError(thrown);
    const eventId = typeof event?.event_id === 'string' ? event.event_id : null;
    emit('error', { error: { type: kind, code, message, param: param ?? null, event_id: eventId } });
  }

  const isIdle = (): boolean => responses.isIdle && inHearing + utterances.pending.length === 0 && !input.isSpeaking;
  const rest = (): void => {
    if (isIdle()) options.onIdle();
    silence.look();
  };
  /** The client is told of a failure as such. */
  const restAfter = (hearing: Promise<string>): void => void hearing.catch(() => undefined).finally(rest);
  const inForce = { settings: () => settings, emit, conversation, turns, signal };
  const utterances = createUtterances({ ...inForce, speechToText, sessionId });
  const early = createEarlyReading({ speechToText, sessionId, settings: () => settings, judge: deps.judgeTurn, signal });
  const playback = createPlayback(deps.clock);
  const interjections = createInterjections({
    speechToText,
    sessionId,
    settings: () => settings,
    onJudged: (itemId, isTurn) => input.settle(itemId, isTurn),
    signal,
  });
  const responses = createResponses({
    ...inForce,
    deps,
    conversationId: mintId('conv_'),
    pending: () => utterances.pending,
    asker: options.asker,
    beginTurn: options.beginTurn,
    onAudio: (milliseconds) => playback.sent(milliseconds),
    mintId,
    onFailure: (error) => fail(error),
    onIdle() {
      respondedAt = deps.clock.elapsed();
      rest();
    },
  });
  const input = createLiveInput({
    format: settings.inputFormat,
    probability: deps.speechProbability,
    detection: () => early.detection,
    isInterjection: () => (settings.turnDetection?.interruptAfterMs ?? 0) > 0 && (responses.isMaking || playback.isPlaying),
    maxSeconds: limits.liveTurnSeconds,
    mintId,
    onStarted(itemId, atMs) {
      emit('input_audio_buffer.speech_started', { item_id: itemId, audio_start_ms: atMs });
      if (settings.turnDetection?.interruptResponse !== true) return;
      responses.cut('turn_detected');
      playback.stopped();
    },
    onStopped(utterance, end) {
      emit('input_audio_buffer.speech_stopped', { item_id: utterance.itemId, audio_end_ms: end.atMs });
      spokenAt = deps.clock.elapsed();
      options.onUtterance();
      void answer(utterances.take(utterance, early.take({ ...end, itemId: utterance.itemId })));
    },
    onPaused: (turn) => early.begin(turn),
    onHeld: (speech) => interjections.hear(speech),
    onSkipped: (error) => fail(error),
    signal,
  });

  /** Answers a turn that has just ended, unless it was noise. Of turns that follow closely the last one is answered, for all of them. */
  async function answer(hearing: Promise<string>): Promise<void> {
    inHearing += 1;
    // The client is told of a failure as such.
    const heard = await hearing.catch(() => '');
    inHearing -= 1;
    if (heard.trim() === '') turns.dropped();
    else isUnanswered = true;
    isUnanswered &&= settings.turnDetection?.createResponse === true && !settings.isTranscription;
    if (isUnanswered && inHearing === 0 && !input.isSpeaking && !signal.aborted) {
      isUnanswered = false;
      await responses.begin({}, { onUnsaid }).catch((error: unknown) => fail(error));
    }
    rest();
  }

  const silence = createSilenceWatch({
    clock: deps.clock,
    timeoutMs: () => settings.turnDetection?.idleTimeoutMs,
    waitedSince() {
      if (respondedAt === undefined || settings.isTranscription || !isIdle() || !input.isQuiet) return undefined;
      if (!isUsersTurn(conversation.items)) return undefined;
      // Where nobody is left, the session must be able to end.
      if (deps.clock.elapsed() - spokenAt > limits.sessionIdleSeconds * 1000) return undefined;
      return Math.max(respondedAt, playback.endsAt, spokenAt);
    },
    onTimeout: (milliseconds) => void endSilence(milliseconds),
    signal,
  });

  /** Answers a silence that has lasted for too long, unless words are heard in it that were not detected. */
  async function endSilence(milliseconds: number): Promise<void> {
    const { startMs, endMs, ...utterance } = input.takeSilence(milliseconds);
    emit('input_audio_buffer.timeout_triggered', { audio_start_ms: startMs, audio_end_ms: endMs, item_id: utterance.itemId });
    inHearing += 1;
    const heard = await utterances.take(utterance).catch(() => '');
    inHearing -= 1;
    const silenceMs = heard.trim() === '' ? milliseconds : undefined;
    if (!input.isSpeaking && !signal.aborted) await responses.begin({}, { silenceMs }).catch((error: unknown) => fail(error));
    rest();
  }

  /** Of what was said nothing was answered yet; if noise cut the answer off, it comes behind the noise. */
  function onUnsaid(): void {
    isUnanswered = true;
  }

  function tellSession(event: 'session.created' | 'session.updated'): void {
    emit(event, { session: toSession(sessionId, settings, { answering: limits.bridgeModel, hearing: speechToText.model }) });
  }

  async function update(change: SessionChange): Promise<void> {
    const next = await checked(changed(settings, change, deps.limits), settings, deps);
    input.reformat(next.inputFormat);
    if ((next.turnDetection === undefined) !== (settings.turnDetection === undefined)) input.clear();
    settings = next;
    tellSession('session.updated');
    rest();
    silence.restart();
  }

  function create({ item: given, previous_item_id: after }: ClientEvent & { readonly type: 'conversation.item.create' }): void {
    const { item, audio } = fromNewItem(given, mintId);
    const { inputFormat: format } = settings;
    const spoken = audio.map(({ index, audio: base64 }) => {
      const samples = Float32Array.from(decodeLive(audioBytes(base64), format), (sample) => sample / 32_768);
      return { index, pcm: { samples, sampleRate: LIVE_RATES[format] } };
    });
    spokenAt = deps.clock.elapsed();
    utterances.add(item, after ?? undefined);
    for (const { index, pcm } of spoken) restAfter(utterances.hear(item.id, index, pcm));
  }

  async function dispatch(event: ClientEvent): Promise<void> {
    switch (event.type) {
      case 'session.update':
        return await update(event.session);
      case 'input_audio_buffer.append':
        input.append(event.audio);
        return silence.look();
      case 'input_audio_buffer.commit':
        restAfter(utterances.take(input.commit()));
        spokenAt = deps.clock.elapsed();
        return options.onUtterance();
      case 'input_audio_buffer.clear':
        input.clear();
        emit('input_audio_buffer.cleared', {});
        return rest();
      case 'conversation.item.create':
        return create(event);
      case 'conversation.item.retrieve':
        return emit('conversation.item.retrieved', { item: toItem(conversation.get(event.item_id)) });
      case 'conversation.item.delete':
        conversation.delete(event.item_id);
        return emit('conversation.item.deleted', { item_id: event.item_id });
      case 'conversation.item.truncate': {
        const { item_id: id, audio_end_ms: endMs } = event;
        conversation.update(heardUntil(conversation.get(id), endMs));
        playback.stopped();
        return emit('conversation.item.truncated', { item_id: id, content_index: 0, audio_end_ms: endMs });
      }
      case 'response.create':
        isUnanswered &&= event.response?.conversation === 'none';
        options.onUtterance();
        return await responses.begin(event.response ?? {});
      case 'response.cancel':
        playback.stopped();
        return responses.cancel(event.response_id);
    }
  }

  async function receive(message: string | undefined, earlier: Promise<void>): Promise<void> {
    await earlier;
    if (signal.aborted) return;
    let value: JsonObject | undefined;
    try {
      value = readMessage(message);
      await dispatch(toClientEvent(value));
    } catch (error) {
      fail(error, value);
    }
  }

  let before: Promise<void> = Promise.resolve();
  return {
    get isIdle() {
      return isIdle();
    },
    open: () => tellSession('session.created'),
    receive(message) {
      before = receive(message, before);
      return before;
    },
  };
}
