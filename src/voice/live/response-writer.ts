import type { JsonObject } from '../../core/json.ts';
import { encodeLive, LIVE_RATES, type LiveFormat } from '../../domain/speech/live/audio-format.ts';
import type { LiveConversation, LiveItem, LiveStatus, SpokenSentence } from '../../domain/speech/live/live-conversation.ts';
import { resample } from '../../domain/speech/resample.ts';
import type { ChatPart } from '../../ports/language.ts';
import type { Pcm } from '../../ports/speech.ts';
import { toItem } from './item-wire.ts';

/** Sends an event to the client. */
export type Emit = (type: string, fields: JsonObject) => void;

/** Most bytes of audio in an event. */
const AUDIO_BYTES = 24_000;

export interface WriterOptions {
  readonly responseId: string;
  readonly emit: Emit;
  readonly mintId: (prefix: string) => string;
  /** Where the items go; undefined for a response outside the conversation. */
  readonly conversation: LiveConversation | undefined;
  /** How the answer is spoken; undefined if it is written. */
  readonly format: LiveFormat | undefined;
  /** Told of audio that is sent to the client, in milliseconds. */
  readonly onAudio: (milliseconds: number) => void;
  readonly signal: AbortSignal;
}

/** Writes the items of one response as events, in the order of OpenAI's API. */
export interface ResponseWriter {
  /** The items, as clients see them. */
  readonly output: readonly LiveItem[];
  /** All text of messages so far. */
  readonly text: string;
  sentence(text: string): void;
  audio(audio: Pcm): Promise<void>;
  /** Text that is not spoken. */
  write(text: string): void;
  call(part: ChatPart & { readonly type: 'tool-call-delta' }): void;
  /** Ends the items that are open. */
  end(status: LiveStatus): void;
}

type Message = LiveItem & { readonly type: 'message' };
type Call = LiveItem & { readonly type: 'function_call' };

interface Open<T extends LiveItem> {
  item: T;
  readonly place: JsonObject;
}

export function createResponseWriter({ responseId, emit, mintId, conversation, format, onAudio, signal }: WriterOptions): ResponseWriter {
  const output: LiveItem[] = [];
  const calls = new Map<number, Open<Call>>();
  const sentences: SpokenSentence[] = [];
  let message: Open<Message> | undefined;
  let written = '';
  let spokenSamples = 0;

  /** In the conversation an item that its client has truncated stays as it was heard. */
  function keep(item: LiveItem): void {
    const at = output.findIndex(({ id }) => id === item.id);
    const before = output[at];
    output[at < 0 ? output.length : at] = item;
    const kept = conversation?.find(item.id);
    if (kept !== undefined) conversation?.update(kept === before ? item : { ...kept, status: item.status });
  }

  function begin<T extends LiveItem>(item: T): Open<T> {
    const place = { response_id: responseId, output_index: output.length };
    keep(item);
    emit('response.output_item.added', { ...place, item: toItem(item) });
    if (conversation !== undefined) {
      conversation.insert(item);
      emit('conversation.item.added', { previous_item_id: conversation.before(item.id), item: toItem(item) });
    }
    return { item, place };
  }

  function finish({ item, place }: Open<LiveItem>): void {
    keep(item);
    const kept = conversation?.find(item.id);
    if (kept !== undefined) emit('conversation.item.done', { previous_item_id: conversation?.before(item.id) ?? null, item: toItem(kept) });
    emit('response.output_item.done', { ...place, item: toItem(item) });
  }

  function openMessage(): Open<Message> {
    if (message !== undefined) return message;
    message = begin<Message>({ id: mintId('item_'), status: 'in_progress', type: 'message', role: 'assistant', content: [] });
    emit('response.content_part.added', { ...partPlace(message), part: shownPart() });
    return message;
  }

  function partPlace({ item, place }: Open<Message>): JsonObject {
    return { ...place, item_id: item.id, content_index: 0 };
  }

  function shownPart(): JsonObject {
    return format === undefined ? { type: 'text', text: written } : { type: 'audio', transcript: written.trim() };
  }

  function say(open: Open<Message>, text: string): void {
    written += text;
    open.item = {
      ...open.item,
      content: [
        format === undefined ? { type: 'text', text: written } : { type: 'audio', transcript: written.trim(), sentences: [...sentences] },
      ],
    };
    keep(open.item);
  }

  function endMessage(open: Open<Message>, status: LiveStatus): void {
    open.item = { ...open.item, status };
    const place = partPlace(open);
    if (format === undefined) emit('response.output_text.done', { ...place, text: written });
    else {
      emit('response.output_audio.done', place);
      emit('response.output_audio_transcript.done', { ...place, transcript: written.trim() });
    }
    emit('response.content_part.done', { ...place, part: shownPart() });
    finish(open);
  }

  return {
    output,
    get text() {
      return written;
    },
    sentence(text) {
      const open = openMessage();
      sentences.push({ text, endMs: sentences.at(-1)?.endMs ?? 0 });
      say(open, text);
      emit('response.output_audio_transcript.delta', { ...partPlace(open), delta: text });
    },
    async audio(audio) {
      const open = openMessage();
      const last = sentences.at(-1);
      if (format === undefined || last === undefined) return;
      const rate = LIVE_RATES[format];
      const { samples } = await resample(audio, rate, signal);
      signal.throwIfAborted();
      spokenSamples += samples.length;
      sentences[sentences.length - 1] = { ...last, endMs: Math.ceil((spokenSamples * 1000) / rate) };
      say(open, '');
      onAudio((samples.length * 1000) / rate);
      const bytes = encodeLive(samples, format);
      for (let from = 0; from < bytes.length; from += AUDIO_BYTES) {
        emit('response.output_audio.delta', { ...partPlace(open), delta: bytes.subarray(from, from + AUDIO_BYTES).toBase64() });
      }
    },
    write(text) {
      const open = openMessage();
      say(open, text);
      emit('response.output_text.delta', { ...partPlace(open), delta: text });
    },
    call({ index, id: callId = mintId('call_'), name = '', arguments: piece }) {
      const open =
        calls.get(index) ?? begin<Call>({ id: mintId('item_'), status: 'in_progress', type: 'function_call', callId, name, arguments: '' });
      calls.set(index, open);
      open.item = { ...open.item, arguments: open.item.arguments + piece };
      keep(open.item);
      if (piece === '') return;
      const place = { ...open.place, item_id: open.item.id, call_id: open.item.callId };
      emit('response.function_call_arguments.delta', { ...place, delta: piece });
    },
    end(status) {
      if (message !== undefined) endMessage(message, status);
      for (const open of calls.values()) {
        open.item = { ...open.item, status };
        const { id, callId, name, arguments: text } = open.item;
        emit('response.function_call_arguments.done', { ...open.place, item_id: id, call_id: callId, name, arguments: text });
        finish(open);
      }
    },
  };
}
