import { abortable } from '../../core/abort.ts';
import { ServiceError, toServiceError } from '../../core/errors.ts';
import type { JsonObject } from '../../core/json.ts';
import { decodeLive, LIVE_RATES } from '../../domain/speech/live/audio-format.ts';
import { createLiveConversation, heardUntil, toChat, type LiveItem } from '../../domain/speech/live/live-conversation.ts';
import type { SessionTurn } from '../../domain/speech/session.ts';
import type { BridgeOptions } from '../../ports/bridge.ts';
import type { Pcm } from '../../ports/speech.ts';
import type { VoiceDeps } from '../voice.ts';
import { readMessage, toClientEvent, type ClientEvent, type NewItem, type ResponseChange } from './client-events.ts';
import { fromNewItem, toItem } from './item-wire.ts';
import { audioBytes, createLiveInput, type Utterance } from './live-input.ts';
import { runResponse, type CutReason } from './live-response.ts';
import { changed, forResponse, LIVE_DEFAULTS, toSession, type LiveSettings, type ResponseSettings } from './live-settings.ts';
import type { LiveTurns } from './live-turns.ts';
import type { Emit } from './response-writer.ts';

/** A response that is being made. */
interface ActiveResponse {
  readonly id: string;
  cut(reason: CutReason): void;
}

/** What a response is made of. */
interface Making {
  readonly change: ResponseChange;
  /** The items that are sent instead of the conversation. */
  readonly context: readonly LiveItem[] | undefined;
  readonly signal: AbortSignal;
  readonly cutReason: () => CutReason;
}

export interface LiveSessionOptions {
  readonly deps: Pick<VoiceDeps, 'speechToText' | 'textToSpeech' | 'bridge' | 'speechProbability' | 'clock' | 'ids' | 'limits'>;
  readonly sessionId: string;
  readonly isTranscription: boolean;
  /** Whose turns they are. */
  readonly asker: Pick<BridgeOptions, 'userId' | 'memory' | 'caller'>;
  /** Begins a turn of the session, and ends the one before it. */
  readonly beginTurn: () => Promise<SessionTurn>;
  readonly turns: LiveTurns;
  /** Sends an event to the client. */
  readonly send: (event: JsonObject) => void;
  /** Told whenever nothing is under way any more. */
  readonly onIdle: () => void;
  /** Told of every utterance, after which the session is in use. */
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
  const { deps, sessionId, asker, turns, send, signal } = options;
  const { speechToText, textToSpeech, ids, limits } = deps;
  const conversationId = ids.next('conv_');
  const conversation = createLiveConversation(limits.liveItems);
  const mintId = (prefix: string): string => ids.next(prefix);
  /** The transcripts that are still being made, by item. */
  const hearing = new Map<string, Promise<string>>();
  let settings: LiveSettings = { ...LIVE_DEFAULTS, isTranscription: options.isTranscription };
  let active: ActiveResponse | undefined;
  let sent = 0;

  const emit: Emit = (type, fields) => {
    sent += 1;
    send({ type, event_id: `event_${sent}`, ...fields });
  };

  const input = createLiveInput({
    format: settings.inputFormat,
    probability: deps.speechProbability,
    detection: () => settings.turnDetection,
    maxSeconds: limits.liveTurnSeconds,
    mintId,
    onStarted(itemId, atMs) {
      emit('input_audio_buffer.speech_started', { item_id: itemId, audio_start_ms: atMs });
      if (settings.turnDetection?.interruptResponse === true) active?.cut('turn_detected');
    },
    onStopped(utterance, atMs) {
      emit('input_audio_buffer.speech_stopped', { item_id: utterance.itemId, audio_end_ms: atMs });
      const heard = take(utterance);
      if (settings.turnDetection?.createResponse === true && !settings.isTranscription) void answerWhenHeard(heard);
    },
    onSkipped: (error) => fail(error),
    signal,
  });

  function shown(): JsonObject {
    return toSession(sessionId, settings, { answering: limits.bridgeModel, hearing: speechToText.model });
  }

  /** Tells the client what went wrong, and with which of its events. */
  function fail(thrown: unknown, event?: JsonObject): void {
    const error = toServiceError(thrown);
    const { kind, code, message, param } = error;
    const eventId = typeof event?.event_id === 'string' ? event.event_id : null;
    emit('error', { error: { type: kind, code, message, param: param ?? null, event_id: eventId } });
  }

  function add(item: LiveItem, after?: string): void {
    conversation.insert(item, after);
    const event = { previous_item_id: conversation.before(item.id), item: toItem(item) };
    emit('conversation.item.added', event);
    emit('conversation.item.done', event);
  }

  /** Makes an item of what was said, and begins to find out what it was. */
  function take({ itemId, audio }: Utterance): Promise<string> {
    emit('input_audio_buffer.committed', { item_id: itemId, previous_item_id: conversation.items.at(-1)?.id ?? null });
    add({ id: itemId, status: 'completed', type: 'message', role: 'user', content: [{ type: 'audio', transcript: undefined }] });
    options.onUtterance();
    if (!settings.isTranscription) turns.spoken(audio);
    return hear(itemId, 0, audio);
  }

  function hear(itemId: string, index: number, audio: Pcm): Promise<string> {
    const heard = transcribe(itemId, index, audio);
    hearing.set(`${itemId} ${index}`, heard);
    // Whoever waits for it is told; without anybody the client was told.
    void heard.catch(() => undefined).finally(() => hearing.delete(`${itemId} ${index}`));
    return heard;
  }

  async function transcribe(itemId: string, index: number, audio: Pcm): Promise<string> {
    const place = { item_id: itemId, content_index: index };
    const { language, tellsTranscripts } = settings;
    const tell = (event: string, fields: JsonObject): void => {
      if (tellsTranscripts) emit(`conversation.item.input_audio_transcription.${event}`, { ...place, ...fields });
    };
    try {
      let isFirst = true;
      const onText = (text: string): void => {
        tell('delta', { delta: isFirst ? text : ` ${text}` });
        isFirst = false;
      };
      const heard = speechToText.transcribe(audio, { signal, onText, ...(language === undefined ? {} : { language }) });
      const { text, durationInSeconds } = await abortable(turns.timed(heard), signal);
      const item = conversation.items.find(({ id }) => id === itemId);
      if (item?.type === 'message') {
        const content = item.content.map((part, at) => (at === index ? { type: 'audio' as const, transcript: text } : part));
        conversation.update({ ...item, content });
      }
      turns.heard(text);
      tell('completed', { transcript: text, usage: { type: 'duration', seconds: durationInSeconds } });
      return text;
    } catch (thrown) {
      const error = toServiceError(thrown);
      if (!signal.aborted) turns.unheard(error);
      tell('failed', { error: { type: error.kind, code: error.code, message: error.message, param: null } });
      throw error;
    }
  }

  /** Answers a turn that has just ended, unless it was noise, or somebody goes on speaking. */
  async function answerWhenHeard(hearing: Promise<string>): Promise<void> {
    // The client is told of a failure as such.
    const heard = await hearing.catch(() => undefined);
    if (heard?.trim() === '') turns.dropped();
    else if (heard !== undefined && !input.isSpeaking && !signal.aborted) await respond({}).catch(fail);
    rest();
  }

  /** Begins a response. Throws if it cannot be made as asked; how it goes on the client is told by its events. */
  async function respond(change: ResponseChange): Promise<void> {
    if (active !== undefined) {
      throw new ServiceError('conflict', 'A response is being made; cancel it first.', {
        code: 'conversation_already_has_active_response',
      });
    }
    if (settings.isTranscription) throw new ServiceError('conflict', 'A transcription session makes no responses.');
    const over = new AbortController();
    let reason: CutReason = 'session_ended';
    const own: ActiveResponse = {
      id: mintId('resp_'),
      cut(why) {
        reason = why;
        over.abort(new ServiceError('conflict', 'The response was cut off.'));
      },
    };
    active = own;
    try {
      const chosen = forResponse(settings, change);
      if (chosen.voice !== undefined && chosen.voice !== settings.voice) await textToSpeech.checkVoice?.(chosen.voice);
      const context = change.input?.map(contextItem);
      const making = make(own.id, chosen, { change, context, signal: over.signal, cutReason: () => reason });
      void making.catch((error: unknown) => (signal.aborted ? undefined : fail(error))).finally(() => rest(own));
    } catch (error) {
      rest(own);
      throw error;
    }
  }

  async function make(id: string, chosen: ResponseSettings, { change, context, signal: cut, cutReason }: Making): Promise<void> {
    const isOutside = change.conversation === 'none';
    using turn = await options.beginTurn();
    await runResponse(deps, {
      id,
      settings: chosen,
      async messages() {
        await Promise.all(hearing.values());
        const items = context ?? conversation.items.filter(({ status }) => status !== 'in_progress');
        return toChat(items, chosen.instructions, { maxTurns: limits.historyTurns, maxCharacters: limits.historyCharacters });
      },
      conversation: isOutside ? undefined : conversation,
      conversationId,
      metadata: change.metadata ?? null,
      bridge: asker,
      maxSpokenCharacters: limits.maxInputCharacters,
      signal: AbortSignal.any([cut, turn.signal, signal]),
      cutReason,
      onEnd(end) {
        active = undefined;
        if (!isOutside) turns.answered(id, end, turn.session);
      },
      emit,
      mintId,
    });
  }

  /** Tells that nothing is under way, if that is so once this response is over. */
  function rest(over?: ActiveResponse): void {
    if (active === over) active = undefined;
    if (isIdle()) options.onIdle();
  }

  const isIdle = (): boolean => active === undefined && hearing.size === 0 && !input.isSpeaking;

  function contextItem(item: NewItem | { readonly type: 'item_reference'; readonly id: string }): LiveItem {
    if (item.type === 'item_reference') return conversation.get(item.id);
    const made = fromNewItem(item, mintId);
    if (made.audio.length === 0) return made.item;
    throw new ServiceError('invalid_input', 'response.input: audio must be an item of the conversation.', { param: 'response.input' });
  }

  async function update(change: (ClientEvent & { readonly type: 'session.update' })['session']): Promise<void> {
    const next = changed(settings, change);
    if (next.voice !== undefined && next.voice !== settings.voice) await textToSpeech.checkVoice?.(next.voice);
    if (next.language !== undefined) speechToText.check?.({ language: next.language });
    input.reformat(next.inputFormat);
    const listens = next.turnDetection !== undefined;
    if (listens !== (settings.turnDetection !== undefined)) input.clear();
    settings = next;
    emit('session.updated', { session: shown() });
  }

  function create({ item: given, previous_item_id: after }: ClientEvent & { readonly type: 'conversation.item.create' }): void {
    const { item, audio } = fromNewItem(given, mintId);
    const { inputFormat } = settings;
    const parts = audio.map(({ index, audio: base64 }) => {
      const samples = decodeLive(audioBytes(base64), inputFormat);
      return { index, pcm: { samples: Float32Array.from(samples, (sample) => sample / 32_768), sampleRate: LIVE_RATES[inputFormat] } };
    });
    add(item, after ?? undefined);
    for (const { index, pcm } of parts) void hear(item.id, index, pcm).catch(() => undefined);
  }

  async function dispatch(event: ClientEvent): Promise<void> {
    switch (event.type) {
      case 'session.update':
        return await update(event.session);
      case 'input_audio_buffer.append':
        return input.append(event.audio);
      case 'input_audio_buffer.commit':
        return void take(input.commit()).catch(() => undefined);
      case 'input_audio_buffer.clear':
        input.clear();
        return emit('input_audio_buffer.cleared', {});
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
        return emit('conversation.item.truncated', { item_id: id, content_index: 0, audio_end_ms: endMs });
      }
      case 'response.create':
        return await respond(event.response ?? {});
      case 'response.cancel':
        if (active === undefined || (event.response_id !== undefined && event.response_id !== active.id)) {
          throw new ServiceError('not_found', 'No such response is being made.', {
            param: 'response_id',
            code: 'response_cancel_not_active',
          });
        }
        return active.cut('client_cancelled');
    }
  }

  async function answer(message: string | undefined, earlier: Promise<void>): Promise<void> {
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
    open: () => emit('session.created', { session: shown() }),
    receive(message) {
      before = answer(message, before);
      return before;
    },
  };
}
