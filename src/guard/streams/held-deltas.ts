import type { JsonObject } from '../../core/json.ts';
import { replaceAt, type Replacement, type SitePath } from '../../domain/guardrails/payload/site.ts';
import { createGrowingFields, type FieldTexts, type GrowingField } from './growing-fields.ts';

/** A text in a delta that may continue in the next one. */
export interface TextPiece {
  readonly id: string;
  /** Its path in the delta. */
  readonly path: SitePath;
  readonly text: string;
  /** Makes a delta with only this text; without it the delta is sent as a whole. */
  readonly inDelta?: (text: string) => JsonObject;
  /** It arrives in content parts, which a client may join or read one by one. */
  readonly isPart?: boolean;
}

/** A delta with its choice, and what was found in it. */
export interface TakenDelta {
  readonly choice: JsonObject;
  readonly delta: JsonObject;
  /** Replacements for its texts that arrived whole. */
  readonly replaced: readonly Replacement[];
  readonly pieces: readonly TextPiece[];
  /** It has nothing to say, so it need not wait. */
  readonly isEmpty: boolean;
}

/** A delta to be sent. */
export interface SentDelta {
  /** The choice that it came with; undefined for what was left of a delta. */
  readonly choice: JsonObject | undefined;
  readonly delta: JsonObject;
  /** The delta is sent as it came. */
  readonly isUnchanged: boolean;
}

/**
 * Holds back the deltas of one choice while a text in them can still become part of a finding, and sends them in the order in which they
 * came, unless that would keep many of them waiting. Texts are sent in pieces as they are released; deltas with token probabilities, or
 * with values of unknown structure, which a client may join or read each by itself, are sent whole.
 */
export interface HeldDeltas {
  /** The deltas to send now: some that came earlier, and what can be sent of this one. */
  take(taken: TakenDelta): Promise<{ readonly earlier: SentDelta[]; readonly latest: SentDelta[] }>;
  /** Everything still held, when the choice has ended. */
  end(): Promise<SentDelta[]>;
}

interface PlacedPiece extends TextPiece {
  readonly field: GrowingField;
  /** Offset of its end in the growing text. */
  readonly end: number;
}

interface Waiting {
  readonly choice: JsonObject;
  readonly delta: JsonObject;
  readonly replaced: readonly Replacement[];
  /** The texts that are not sent to their ends. */
  pieces: readonly PlacedPiece[];
  readonly isWhole: boolean;
  /** The delta was sent, with the beginning of these texts. */
  isBegun: boolean;
}

/** As many deltas of other fields wait for an open end, such as that of a number: a fraction of a second. */
const MOST_WAITING = 16;

/** Holds back the deltas of one choice until `texts` has released what is in them. */
export function createHeldDeltas(texts: FieldTexts): HeldDeltas {
  const fields = createGrowingFields(texts);
  const waiting: Waiting[] = [];
  let isOverdue = false;

  /** What can be sent of the first delta, which stays until it is sent to its end. */
  function sentOf(first: Waiting): SentDelta[] {
    const { choice, delta, replaced, isWhole } = first;
    const isSettled = first.pieces.every((piece) => fields.isReleased(piece));
    if (isWhole && !isSettled) return [];
    const put = first.pieces.map((piece) => ({ ...piece, now: fields.next(piece) }));
    if (isSettled) waiting.splice(waiting.indexOf(first), 1);
    first.pieces = first.pieces.filter((piece) => !fields.isReleased(piece));
    if (first.isBegun) {
      const rest = put.filter(({ now }) => now !== '');
      return rest.map(({ inDelta, now }) => ({ choice: undefined, delta: inDelta?.(now) ?? {}, isUnchanged: false }));
    }
    first.isBegun = true;
    const changes = [...replaced, ...put.filter(({ text, now }) => now !== text).map(({ path, now }) => ({ path, put: now }))];
    return [{ choice, ...changed(delta, changes) }];
  }

  /**
   * The deltas that may be sent now. The first that is not released to its end keeps those behind it back, until so many wait that the
   * reader would notice: then those with other texts pass it.
   */
  function ready(own?: Waiting): { readonly earlier: SentDelta[]; readonly latest: SentDelta[] } {
    const sent: { readonly earlier: SentDelta[]; readonly latest: SentDelta[] } = { earlier: [], latest: [] };
    const send = (one: Waiting): void => void (one === own ? sent.latest : sent.earlier).push(...sentOf(one));
    for (let first = waiting[0]; first !== undefined; first = waiting[0]) {
      send(first);
      if (first === waiting[0]) break;
    }
    isOverdue = waiting.length > 0 && (isOverdue || waiting.length > MOST_WAITING);
    const open = new Set<GrowingField>();
    for (const one of isOverdue ? [...waiting] : []) {
      const isFree = one.pieces.every((piece) => fields.isReleased(piece) && !open.has(piece.field));
      if (isFree) send(one);
      else for (const { field } of one.pieces) open.add(field);
    }
    return sent;
  }

  return {
    async take({ choice, delta, replaced, pieces, isEmpty }) {
      const isSpelt = (choice['logprobs'] ?? null) !== null;
      const isWhole = isSpelt || pieces.some(({ inDelta, text }) => inDelta === undefined && text !== '');
      const placed: PlacedPiece[] = [];
      for (const piece of pieces) {
        const checked = isWhole || piece.isPart === true ? await texts.alone(piece.id, piece.text) : piece.text;
        placed.push({ ...piece, ...(await fields.push(piece.id, checked)) });
      }
      if (isEmpty && !isWhole) {
        const { earlier } = ready();
        return { earlier, latest: [{ choice, ...changed(delta, replaced) }] };
      }
      const own: Waiting = { choice, delta, replaced, pieces: placed.filter(({ text }) => text !== ''), isWhole, isBegun: false };
      const [rest] = waiting;
      if (rest?.isBegun === true && waiting.length === 1 && !isSpelt) {
        // Where the same text goes on at once, what was left of it is sent with that.
        rest.pieces = rest.pieces.filter(({ field }) => own.pieces.every((piece) => piece.field !== field));
        if (rest.pieces.length === 0) waiting.shift();
      }
      waiting.push(own);
      return ready(own);
    },
    async end() {
      await fields.end();
      return ready().earlier;
    },
  };
}

function changed(delta: JsonObject, changes: readonly Replacement[]): Pick<SentDelta, 'delta' | 'isUnchanged'> {
  return changes.length === 0 ? { delta, isUnchanged: true } : { delta: replaceAt(delta, changes), isUnchanged: false };
}
