import { yieldToEventLoop } from '../../core/yield-to-event-loop.ts';
import { MAX_PARTS } from '../../domain/guardrails/payload/guard-input.ts';
import { TOO_DEEP } from '../../domain/guardrails/payload/json-leaves.ts';
import { ASSISTANT } from '../../domain/guardrails/payload/message-sites.ts';
import { createPlaceNames } from '../../domain/guardrails/payload/site.ts';
import { createValueWriter } from '../../domain/guardrails/redaction/value-writer.ts';
import { createRestorer, type Restorer, type ReplacedValues } from '../../domain/guardrails/redaction/vault.ts';
import type { OutputCheck } from '../../ports/guard.ts';
import { tooDeep, tooLong, tooMany } from '../reply-faults.ts';
import type { DeltaRest } from './delta-texts.ts';
import type { FieldTexts } from './growing-fields.ts';

export interface StreamTextsOptions {
  /** Called with each piece before it is checked. */
  readonly onRead?: (id: string, piece: string) => void;
  /** Called with each piece the check releases. */
  readonly onRelease?: (id: string, released: string) => void;
  /** Values to restore in released text. */
  readonly vault?: ReplacedValues;
  /** Longest reply in UTF-16 code units, all its texts together; no limit by default. */
  readonly maxLength?: number;
}

/**
 * Passes the texts of a streamed reply through its check, and restores in released text the values that were redacted in the request.
 * Throws `provider_unavailable` for a reply that is too long, nested too deep or has too many texts.
 */
export interface StreamTexts extends FieldTexts {
  /** Checks a text that arrived whole, and returns it redacted. */
  read(place: string, text: string): Promise<string>;
  note(rest: DeltaRest): void;
  /** The id of a path, for growing texts. */
  named(place: string): string;
  /** Length of all texts so far, in UTF-16 code units. */
  readonly length: number;
  /** Marks the start of a new chunk. */
  beginChunk(): void;
}

/** Shortest text in which anything can be found that is redacted. */
const LEAST_FOUND = 6;

/** Texts of one chunk that are checked before the event loop gets a turn. */
const TEXTS_A_TURN = 32;

/** Checks the texts of one reply with `check`. */
export function createStreamTexts(check: OutputCheck, options: StreamTextsOptions = {}): StreamTexts {
  const { onRead, onRelease, vault, maxLength = Infinity } = options;
  const restorers = new Map<string, Restorer>();
  /** Results for texts that arrived whole, most of which are repeated in every chunk. */
  const wholes = new Map<string, { readonly text: string; readonly left: string }>();
  const ids = new Set<string>();
  const named = createPlaceNames();
  let length = 0;
  let inChunk = 0;

  /** Limits the number of texts, since each adds rows to the record. */
  function admit(id: string): void {
    if (ids.has(id)) return;
    ids.add(id);
    if (ids.size > MAX_PARTS) throw tooMany();
  }

  /** Refuses a reply that is too long before checking it. */
  function grow(more: number): void {
    length += more;
    if (length > maxLength) throw tooLong(maxLength);
  }

  /** Gives the event loop a turn after many texts in one chunk. */
  async function turn(id: string): Promise<void> {
    admit(id);
    inChunk += 1;
    if (inChunk % TEXTS_A_TURN === 0) await yieldToEventLoop();
  }

  function restorerOf(id: string): Restorer | undefined {
    if (vault === undefined) return undefined;
    const restorer = restorers.get(id) ?? createRestorer(vault, createValueWriter(id));
    restorers.set(id, restorer);
    return restorer;
  }

  return {
    get length() {
      return length;
    },
    beginChunk() {
      inChunk = 0;
    },
    named,
    note({ place, reason }) {
      if (reason === TOO_DEEP) throw tooDeep();
      const id = named(place);
      admit(id);
      check.note({ id, role: 'assistant', reason });
    },
    async push(id, delta) {
      grow(delta.length);
      await turn(id);
      onRead?.(id, delta);
      const released = await check.push({ id, ...ASSISTANT }, delta);
      onRelease?.(id, released);
      return restorerOf(id)?.push(released) ?? released;
    },
    held: (id) => check.held(id) + (restorers.get(id)?.held ?? 0),
    async finish(id) {
      const released = await check.end(id);
      onRelease?.(id, released);
      const restorer = restorerOf(id);
      restorers.delete(id);
      return restorer === undefined ? released : restorer.push(released) + restorer.end();
    },
    async read(place, text) {
      const id = named(place);
      const known = wholes.get(id);
      if (known?.text === text) return known.left;
      grow(text.length);
      await turn(id);
      const checked = await check.read({ id, ...ASSISTANT }, text);
      const left = vault === undefined ? checked : vault.restore(checked, createValueWriter(id));
      wholes.set(id, { text, left });
      return left;
    },
    // Joined to other pieces it may read differently, so the result counts for this piece only.
    async alone(id, piece) {
      return piece.length < LEAST_FOUND ? piece : check.read({ id: `${id} (alone)`, ...ASSISTANT }, piece, { isPiece: true });
    },
  };
}
