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
 * Holds back the deltas of one choice while a text in them can still become part of a finding, and sends all of them in the order in which
 * they came. Texts are sent in pieces as they are released; deltas with token probabilities, or with values of unknown structure, which
 * a client may join or read each by itself, are sent whole.
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

/** Holds back the deltas of one choice until `texts` has released what is in them. */
export function createHeldDeltas(texts: FieldTexts): HeldDeltas {
  const fields = createGrowingFields(texts);
  const waiting: Waiting[] = [];

  /** What can be sent of the first delta, which stays until it is sent to its end. */
  function sentOf(first: Waiting): SentDelta[] {
    const { choice, delta, replaced, isWhole } = first;
    const isSettled = first.pieces.every((piece) => fields.isReleased(piece));
    if (isWhole && !isSettled) return [];
    const put = first.pieces.map((piece) => ({ ...piece, now: fields.next(piece) }));
    if (isSettled) waiting.shift();
    first.pieces = first.pieces.filter((piece) => !fields.isReleased(piece));
    if (first.isBegun) {
      const rest = put.filter(({ now }) => now !== '');
      return rest.map(({ inDelta, now }) => ({ choice: undefined, delta: inDelta?.(now) ?? {}, isUnchanged: false }));
    }
    first.isBegun = true;
    const changes = [...replaced, ...put.filter(({ text, now }) => now !== text).map(({ path, now }) => ({ path, put: now }))];
    return [{ choice, ...changed(delta, changes) }];
  }

  /** The deltas that may be sent now. The first that is not released to its end keeps those behind it back. */
  async function ready(own?: Waiting): Promise<{ readonly earlier: SentDelta[]; readonly latest: SentDelta[] }> {
    const sent: { readonly earlier: SentDelta[]; readonly latest: SentDelta[] } = { earlier: [], latest: [] };
    for (let first = waiting[0]; first !== undefined; first = waiting[0]) {
      (first === own ? sent.latest : sent.earlier).push(...sentOf(first));
      if (first === waiting[0] && !(await pause(first, own))) break;
    }
    return sent;
  }

  /**
   * Ends the texts of a delta for now if a delta of other fields came behind it, as when an answer follows its reasoning; false if that
   * releases nothing. Texts of one field, such as those of parallel calls, may take turns.
   */
  async function pause(first: Waiting, latest: Waiting | undefined): Promise<boolean> {
    if (latest === undefined || latest === first) return false;
    let isReleased = false;
    for (const { field, path } of first.pieces) {
      const goesOn = (latest.delta[`${path[0]}`] ?? '') !== '';
      if (!goesOn && (await fields.pause(field))) isReleased = true;
    }
    return isReleased;
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
        const { earlier } = await ready();
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
      return (await ready()).earlier;
    },
  };
}

function changed(delta: JsonObject, changes: readonly Replacement[]): Pick<SentDelta, 'delta' | 'isUnchanged'> {
  return changes.length === 0 ? { delta, isUnchanged: true } : { delta: replaceAt(delta, changes), isUnchanged: false };
}
