import { ServiceError } from '../../core/errors.ts';
import { silenceOf, toChat, type LiveConversation, type LiveItem } from '../../domain/speech/live/live-conversation.ts';
import type { SessionTurn } from '../../domain/speech/session.ts';
import type { BridgeOptions } from '../../ports/bridge.ts';
import type { VoiceDeps } from '../voice.ts';
import type { NewItem, ResponseChange } from './client-events.ts';
import { fromNewItem } from './item-wire.ts';
import { isUnsaid, runResponse, type CutReason } from './live-response.ts';
import { checkVoice, forResponse, type LiveSettings, type ResponseSettings } from './live-settings.ts';
import type { LiveTurns } from './live-turns.ts';
import type { Emit } from './response-writer.ts';

export interface ResponsesOptions {
  readonly deps: Pick<VoiceDeps, 'textToSpeech' | 'bridge' | 'clock' | 'limits'>;
  readonly conversation: LiveConversation;
  readonly conversationId: string;
  readonly turns: LiveTurns;
  /** The settings in force. */
  readonly settings: () => LiveSettings;
  /** The transcripts that a response waits for. */
  readonly pending: () => readonly Promise<string>[];
  readonly asker: Pick<BridgeOptions, 'userId' | 'memory' | 'caller'>;
  /** Begins a turn of the session, and ends the one before it. */
  readonly beginTurn: () => Promise<SessionTurn>;
  /** Told of audio that is sent to the client, in milliseconds. */
  readonly onAudio: (milliseconds: number) => void;
  readonly emit: Emit;
  readonly mintId: (prefix: string) => string;
  /** Told of what went wrong besides the response itself. */
  readonly onFailure: (error: unknown) => void;
  /** Told whenever no response is being made any more. */
  readonly onIdle: () => void;
  readonly signal: AbortSignal;
}

/** What a response is made for. */
export interface Occasion {
  /** Told if somebody speaks into it before there is anything of it. */
  readonly onUnsaid?: (() => void) | undefined;
  /** For how many milliseconds nobody has said anything, which is why it is made. */
  readonly silenceMs?: number | undefined;
}

/** The responses of a live session: of its conversation one at a time, and beside it those outside the conversation. */
export interface Responses {
  readonly isIdle: boolean;
  /** Whether one of the conversation is being made, and was not cut off. */
  readonly isMaking: boolean;
  /**
   * Begins a response, of the conversation after one that was cut off; its events tell how it goes on. Throws `conflict` while another of the
   * conversation is made, `too_many_requests` while there are too many outside it, and `invalid_input`.
   */
  begin(change: ResponseChange, occasion?: Occasion): Promise<void>;
  /** Cuts off the response of the conversation that is being made, if there is one. */
  cut(reason: CutReason): void;
  /** Cuts it off for the client, or the one with this id. Throws `not_found` if there is none. */
  cancel(id: string | undefined): void;
}

interface ActiveResponse {
  readonly id: string;
  readonly isCut: boolean;
  /** Settles once it is over. */
  readonly over: PromiseWithResolvers<void>;
  cut(reason: CutReason): void;
}

/** What a response is made of. */
interface Making extends Occasion {
  readonly settings: ResponseSettings;
  readonly change: ResponseChange;
  /** The items that are sent instead of the conversation. */
  readonly context: readonly LiveItem[] | undefined;
  readonly signal: AbortSignal;
  readonly cutReason: () => CutReason;
}

export function createResponses(options: ResponsesOptions): Responses {
  const { deps, conversation, conversationId, turns, settings, asker, emit, mintId, signal } = options;
  const { limits, textToSpeech } = deps;
  let active: ActiveResponse | undefined;
  const outside = new Map<string, ActiveResponse>();

  async function make(id: string, making: Making): Promise<void> {
    const { settings: chosen, change, context, signal: cut, cutReason, onUnsaid, silenceMs } = making;
    const isOutside = change.conversation === 'none';
    // It answers nobody who spoke.
    using turn = isOutside ? undefined : await options.beginTurn();
    await runResponse(deps, {
      id,
      settings: chosen,
      async messages() {
        await Promise.all(options.pending());
        const items = context ?? conversation.items.filter(({ status }) => status !== 'in_progress');
        const limit = { maxTurns: limits.historyTurns, maxCharacters: limits.historyCharacters };
        const messages = toChat(items, chosen.instructions, limit);
        return silenceMs === undefined ? messages : [...messages, silenceOf(silenceMs)];
      },
      conversation: isOutside ? undefined : conversation,
      conversationId,
      metadata: change.metadata ?? null,
      bridge: asker,
      maxSpokenCharacters: limits.maxInputCharacters,
      signal: AbortSignal.any([cut, signal, ...(turn === undefined ? [] : [turn.signal])]),
      cutReason,
      onEnd(end) {
        settle(id);
        if (turn === undefined) return;
        if (isUnsaid(end)) onUnsaid?.();
        else turns.answered(id, end, turn.session);
      },
      onAudio: options.onAudio,
      emit,
      mintId,
    });
  }

  function contextItem(item: NewItem | { readonly type: 'item_reference'; readonly id: string }, index: number): LiveItem {
    if (item.type === 'item_reference') return conversation.get(item.id, `response.input[${index}].id`);
    const made = fromNewItem(item, mintId);
    if (made.audio.length === 0) return made.item;
    throw new ServiceError('invalid_input', 'response.input: audio must be an item of the conversation.', { param: 'response.input' });
  }

  function settle(id: string): void {
    if (outside.delete(id) || active?.id !== id) return;
    active.over.resolve();
    active = undefined;
  }

  function leave(id: string): void {
    settle(id);
    options.onIdle();
  }

  /** Makes a response the active one, as soon as one that was cut off is over. */
  async function enter(response: ActiveResponse): Promise<void> {
    if (active === undefined) {
      active = response;
      return;
    }
    if (!active.isCut) {
      throw new ServiceError('conflict', 'A response is being made; cancel it first.', {
        code: 'conversation_already_has_active_response',
      });
    }
    await active.over.promise;
    await enter(response);
  }

  function enterOutside(response: ActiveResponse): void {
    if (outside.size >= limits.liveResponses) {
      throw new ServiceError('too_many_requests', `${limits.liveResponses} responses outside the conversation are being made.`);
    }
    outside.set(response.id, response);
  }

  return {
    get isIdle() {
      return active === undefined && outside.size === 0;
    },
    get isMaking() {
      return active !== undefined && !active.isCut;
    },
    async begin(change, occasion = {}) {
      const over = new AbortController();
      let reason: CutReason = 'session_ended';
      const own: ActiveResponse = {
        id: mintId('resp_'),
        over: Promise.withResolvers(),
        get isCut() {
          return over.signal.aborted;
        },
        cut(why) {
          reason = why;
          over.abort(new ServiceError('conflict', 'The response was cut off.'));
        },
      };
      if (change.conversation === 'none') enterOutside(own);
      else await enter(own);
      try {
        if (settings().isTranscription) throw new ServiceError('conflict', 'A transcription session makes no responses.');
        const chosen = forResponse(settings(), change);
        await checkVoice(chosen.voice, settings().voice, textToSpeech, 'response');
        const context = change.input?.map(contextItem);
        const making = make(own.id, { ...occasion, settings: chosen, change, context, signal: over.signal, cutReason: () => reason });
        void making.catch((error: unknown) => (signal.aborted ? undefined : options.onFailure(error))).finally(() => leave(own.id));
      } catch (error) {
        leave(own.id);
        throw error;
      }
    },
    cut: (reason) => active?.cut(reason),
    cancel(id) {
      const meant = id === undefined || id === active?.id ? active : outside.get(id);
      if (meant === undefined) {
        throw new ServiceError('not_found', 'No such response is being made.', {
          param: 'response_id',
          code: 'response_cancel_not_active',
        });
      }
      meant.cut('client_cancelled');
    },
  };
}
