import { abortable } from '../../core/abort.ts';
import { toServiceError } from '../../core/errors.ts';
import type { JsonObject } from '../../core/json.ts';
import type { LiveConversation, LiveItem } from '../../domain/speech/live/live-conversation.ts';
import type { Pcm, SpeechToText, Transcript } from '../../ports/speech.ts';
import { toItem } from './item-wire.ts';
import type { Utterance } from './live-input.ts';
import type { LiveSettings } from './live-settings.ts';
import type { LiveTurns } from './live-turns.ts';
import type { Emit } from './response-writer.ts';

export interface UtterancesOptions {
  readonly speechToText: SpeechToText;
  /** Under it its turns take theirs at the recogniser. */
  readonly sessionId: string;
  readonly conversation: LiveConversation;
  readonly turns: LiveTurns;
  /** The settings in force. */
  readonly settings: () => LiveSettings;
  readonly emit: Emit;
  readonly signal: AbortSignal;
}

/** What is said in a live session, as items of its conversation. */
export interface Utterances {
  /** The transcripts that are still being made. */
  readonly pending: readonly Promise<string>[];
  /** Adds an item, of which everything but transcripts is known. Throws as `LiveConversation.insert`. */
  add(item: LiveItem, after?: string): void;
  /**
   * Makes an item of what was said; resolves to its transcript, for which a reading may have begun. Rejects if it cannot be recognised,
   * which the client is told.
   */
  take(utterance: Utterance, begun?: Promise<Transcript>): Promise<string>;
  /** Finds out what is said in a part of an item; resolves and rejects as `take`. */
  hear(itemId: string, index: number, audio: Pcm): Promise<string>;
}

export function createUtterances({ speechToText, sessionId, conversation, turns, settings, emit, signal }: UtterancesOptions): Utterances {
  const pending = new Set<Promise<string>>();

  function add(item: LiveItem, after?: string): void {
    conversation.insert(item, after);
    const event = { previous_item_id: conversation.before(item.id), item: toItem(item) };
    emit('conversation.item.added', event);
    emit('conversation.item.done', event);
  }

  function hear(itemId: string, index: number, audio: Pcm, begun?: Promise<Transcript>): Promise<string> {
    const heard = transcribe(itemId, index, audio, begun);
    pending.add(heard);
    // Whoever waits for it learns that it failed.
    void heard.catch(() => undefined).finally(() => pending.delete(heard));
    return heard;
  }

  async function transcribe(itemId: string, index: number, audio: Pcm, begun?: Promise<Transcript>): Promise<string> {
    const { hearing, tellsTranscripts } = settings();
    const tell = (event: string, fields: JsonObject): void => {
      if (!tellsTranscripts) return;
      emit(`conversation.item.input_audio_transcription.${event}`, { item_id: itemId, content_index: index, ...fields });
    };
    try {
      let isFirst = true;
      const onText = (text: string): void => {
        tell('delta', { delta: isFirst ? text : ` ${text}` });
        isFirst = false;
      };
      const read = (): Promise<Transcript> => speechToText.transcribe(audio, { key: sessionId, signal, onText, ...hearing });
      // A reading that began early may have found no place in the queue.
      const heard = begun === undefined ? read() : begun.catch(read);
      const { text } = await abortable(turns.timed(heard), signal);
      if (isFirst && text !== '') onText(text);
      keep(itemId, index, text);
      turns.heard(itemId, text);
      tell('completed', { transcript: text, usage: { type: 'duration', seconds: audio.samples.length / audio.sampleRate } });
      return text;
    } catch (thrown) {
      const error = toServiceError(thrown);
      if (!signal.aborted) turns.unheard(error);
      tell('failed', { error: { type: error.kind, code: error.code, message: error.message, param: null } });
      throw error;
    }
  }

  /** The item may have been deleted meanwhile. */
  function keep(itemId: string, index: number, transcript: string): void {
    const item = conversation.find(itemId);
    if (item?.type !== 'message') return;
    const content = item.content.map((part, at) => (at === index ? { type: 'audio' as const, transcript } : part));
    conversation.update({ ...item, content });
  }

  return {
    get pending() {
      return [...pending];
    },
    add,
    take({ itemId, audio }, begun) {
      emit('input_audio_buffer.committed', { item_id: itemId, previous_item_id: conversation.items.at(-1)?.id ?? null });
      add({ id: itemId, status: 'completed', type: 'message', role: 'user', content: [{ type: 'audio', transcript: undefined }] });
      if (!settings().isTranscription) turns.spoken(itemId, audio);
      return hear(itemId, 0, audio, begun);
    },
    hear,
  };
}
