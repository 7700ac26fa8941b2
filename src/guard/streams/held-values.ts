import type { JsonObject, JsonValue } from '../../core/json.ts';
import { withReplaced, type Replacement, type SitePath } from '../../domain/guardrails/payload/site.ts';
import { valueTexts, type DeltaRest, type DeltaValue, type ValueText } from './delta-texts.ts';

/** Checks the texts of values. */
export interface ValueCheck {
  /** Checks a piece of a growing text, and returns the part of the text that may be released. */
  push(id: string, piece: string): Promise<string>;
  /** Checks such a piece by itself, for clients that do not join the pieces, and returns it redacted. */
  alone(id: string, piece: string): Promise<string>;
  /** Checks a text that arrived whole, and returns it redacted. */
  read(id: string, text: string): Promise<string>;
  /** How much of a growing text is held back, in UTF-16 code units. */
  held(id: string): number;
  /** Ends a growing text, and returns what was still held back. */
  finish(id: string): Promise<string>;
  note(rest: DeltaRest): void;
  /** The id of a path, for `push`, `held` and `finish`. */
  named(place: string): string;
}

/**
 * Holds back values of unknown structure. They are forwarded whole, since a client may join the texts in them or read each by itself, so a
 * value is held until none of its texts can still become part of a finding.
 */
export interface HeldValues {
  /** Takes a value of a choice, and returns its releasable form (undefined while it is held) and deltas of values held until now. */
  take(value: DeltaValue, choice: number, message: string): Promise<{ readonly now: JsonValue | undefined; readonly before: JsonObject[] }>;
  /** Deltas of all values still held for a choice that has ended. */
  end(choice: number): Promise<JsonObject[]>;
}

/** A text that continues across the values of a choice. */
interface GrowingField {
  readonly id: string;
  /** UTF-16 code units received, and how many of them belong to values already sent. */
  pushed: number;
  sent: number;
  /** Text received but not yet sent, and text that may be sent. */
  raw: string;
  out: string;
  /** Nothing in the unsent text was replaced, so each value gets its own piece back. */
  isExact: boolean;
}

interface Waiting {
  value: JsonValue;
  /** Replacements for its texts that arrived whole. */
  readonly replaced: readonly Replacement[];
  readonly inDelta: DeltaValue['inDelta'];
  readonly texts: readonly { readonly path: SitePath; readonly field: GrowingField; readonly end: number; readonly text: string }[];
}

/** Holds back values until `check` has released their texts. */
export function createHeldValues(check: ValueCheck): HeldValues {
  const fields = new Map<number, Map<string, GrowingField>>();
  const waiting = new Map<number, Waiting[]>();

  function fieldOf(choice: number, id: string): GrowingField {
    const own = fields.get(choice) ?? new Map<string, GrowingField>();
    fields.set(choice, own);
    const field = own.get(id) ?? { id, pushed: 0, sent: 0, raw: '', out: '', isExact: true };
    own.set(id, field);
    return field;
  }

  /** The values of a choice that may be sent now; values that share a text stay in order. */
  function settled(choice: number, isEnd = false): Waiting[] {
    const ready: Waiting[] = [];
    const kept: Waiting[] = [];
    const blocked = new Set<GrowingField>();
    for (const one of waiting.get(choice) ?? []) {
      const isOpen = one.texts.some(({ field, end }) => blocked.has(field) || field.pushed - check.held(field.id) < end);
      if (!isOpen || isEnd) ready.push(one);
      else {
        kept.push(one);
        for (const { field } of one.texts) blocked.add(field);
      }
    }
    waiting.set(choice, kept);
    for (const one of ready) {
      const pieces = one.texts.map(({ path, field, end, text }) => ({ path, put: pieceOf(field, end), text }));
      one.value = withReplaced(one.value, [...one.replaced, ...pieces.filter(({ put, text }) => put !== text)]);
    }
    return ready;
  }

  /** The piece of a text for the value that ends at this offset. */
  function pieceOf(field: GrowingField, end: number): string {
    const length = end - field.sent;
    field.isExact &&= field.raw.startsWith(field.out);
    const piece = field.isExact ? field.out.slice(0, length) : field.out;
    field.out = field.out.slice(piece.length);
    field.raw = field.raw.slice(length);
    field.sent = end;
    if (field.sent === field.pushed) field.isExact = true;
    return piece;
  }

  return {
    async take({ inDelta, ...given }, choice, message) {
      const replaced: Replacement[] = [];
      const texts: { path: SitePath; field: GrowingField; end: number; text: string }[] = [];
      for (const found of valueTexts(given)) {
        const id = message + found.place;
        if ('reason' in found) check.note({ place: id, reason: found.reason });
        else if (found.isWhole) {
          const left = await check.read(id, found.text);
          if (left !== found.text) replaced.push(inPlaceOf(found, left));
        } else {
          const field = fieldOf(choice, check.named(id));
          const piece = await check.alone(field.id, found.text);
          field.pushed += piece.length;
          field.raw += piece;
          field.out += await check.push(field.id, piece);
          texts.push({ path: found.path, field, end: field.pushed, text: found.text });
        }
      }
      if (texts.length === 0) return { now: withReplaced(given.value, replaced), before: [] };
      const own: Waiting = { value: given.value, replaced, inDelta, texts };
      waiting.set(choice, [...(waiting.get(choice) ?? []), own]);
      const ready = settled(choice);
      const others = ready.filter((one) => one !== own);
      return { now: ready.includes(own) ? own.value : undefined, before: others.map((one) => one.inDelta(one.value)) };
    },
    async end(choice) {
      for (const field of fields.get(choice)?.values() ?? []) field.out += await check.finish(field.id);
      const rest = settled(choice, true);
      fields.delete(choice);
      waiting.delete(choice);
      return rest.map((one) => one.inDelta(one.value));
    },
  };
}

/** The replacement for a value's text or for a field's name. */
export function inPlaceOf({ path, isName }: Pick<ValueText, 'path' | 'isName'>, left: string): Replacement {
  return isName ? { path, name: left } : { path, put: left };
}
