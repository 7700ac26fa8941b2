/** What a fact is about; it decides how much the fact counts and how long it stays fresh. */
export type FactKind = 'identity' | 'relation' | 'place' | 'work' | 'preference' | 'health' | 'plan' | 'event' | 'other';

/** Something somebody said, kept as it was said: the evidence of facts, and searched itself. */
export interface MemoryTurn {
  /** The same for the same words of the same request, so that remembering twice changes nothing. */
  readonly id: string;
  /** Whose memory it is in: see `memoryOwner`. */
  readonly owner: string;
  /** The conversation it was said in. */
  readonly thread: string;
  /** `user`, `assistant`, or a name. */
  readonly speaker: string;
  readonly text: string;
  /** What was said just before, where that helps to find this. */
  readonly before?: string;
  readonly saidAt: Date;
}

/** One thing that is known of a user. */
export interface MemoryFact {
  readonly id: string;
  readonly owner: string;
  /** The conversation it was learnt in. */
  readonly thread: string;
  /** In the words of whoever said it, or of the model; relative dates carry the date they mean. */
  readonly text: string;
  readonly kind: FactKind;
  /** What there is only one of, such as `home`: a later fact of the same slot takes this one's place. */
  readonly slot?: string;
  /** From 0 to 1. */
  readonly importance: number;
  /** The day, month or year it speaks of, as `2026-11-21`, `2026-11` or `2026`. */
  readonly date?: string;
  /** When it was said. */
  readonly validFrom: Date;
  /** When a later fact took its place; absent while it holds. */
  readonly validUntil?: Date;
  /** The fact that took its place. */
  readonly supersededBy?: string;
  /** How often it was said, and when last. */
  readonly timesSaid: number;
  readonly lastSaidAt: Date;
}

/** A fact with the ids of the turns that support it, oldest first. */
export interface SupportedFact {
  readonly fact: MemoryFact;
  readonly turnIds: readonly string[];
}

/** What reading one turn changes: facts that are new, said again, or replaced. */
export interface FactChanges {
  readonly added: readonly MemoryFact[];
  /** Ids of facts that were said again. */
  readonly confirmed: readonly string[];
  readonly superseded: readonly { readonly id: string; readonly by: string; readonly until: Date }[];
}

/** How far a turn is: stored, its facts stored, and both found by searches. */
export type TurnState = 'stored' | 'read' | 'indexed';

export interface FactQuery {
  readonly owner: string;
  readonly limit: number;
  /** Where the page before ended. */
  readonly cursor?: string;
  readonly kind?: FactKind;
  readonly thread?: string;
  /** Whether superseded facts are listed too. */
  readonly superseded: boolean;
}

export interface Page<T> {
  readonly items: readonly T[];
  readonly nextCursor?: string;
}

/**
 * Where facts and turns are kept. Nobody is ever given what belongs to another owner. What has resolved is stored.
 * Throws `invalid_input` for a cursor it did not make, and the store's `unavailable`, `timeout` and `too_many_requests`.
 */
export interface MemoryStore {
  /** Stores turns as `stored`; those whose id is known stay as they are. */
  addTurns(turns: readonly MemoryTurn[]): Promise<void>;
  /** The state of a turn that is there. */
  turnState(owner: string, id: string): Promise<TurnState | undefined>;
  /** Turns that are not `indexed`, oldest first. */
  unfinishedTurns(limit: number): Promise<readonly MemoryTurn[]>;
  /** Applies what reading a turn changed, all of it or nothing, and sets the turn to `read`. The turn becomes evidence. Nothing for a turn that is gone. */
  applyFacts(turn: MemoryTurn, changes: FactChanges): Promise<void>;
  setIndexed(owner: string, turnId: string): Promise<void>;
  turns(owner: string, ids: readonly string[]): Promise<readonly MemoryTurn[]>;
  facts(owner: string, ids: readonly string[]): Promise<readonly SupportedFact[]>;
  /** The facts that a turn supports, and those that they took the place of. */
  factsOfTurn(owner: string, turnId: string): Promise<readonly MemoryFact[]>;
  /** The facts of a slot that hold. */
  factsInSlot(owner: string, slot: string): Promise<readonly MemoryFact[]>;
  /** Facts, latest first. */
  listFacts(query: FactQuery): Promise<Page<SupportedFact>>;
  /** Turns in the order they were stored. */
  listTurns(query: { readonly owner: string; readonly limit: number; readonly cursor?: string }): Promise<Page<MemoryTurn>>;
  /** Ids of the oldest turns beyond the latest `kept` of an owner that are `indexed` and support no fact, at most `limit`. */
  spentTurns(owner: string, kept: number, limit: number): Promise<readonly string[]>;
  /** The facts that this one took the place of, latest first. */
  history(owner: string, id: string): Promise<readonly SupportedFact[]>;
  remove(owner: string, ids: { readonly facts: readonly string[]; readonly turns: readonly string[] }): Promise<void>;
  /** Removes all of an owner. Resolves to how many facts and turns there were. */
  removeOwner(owner: string): Promise<{ readonly facts: number; readonly turns: number }>;
}

/** A fact as it is read out of a turn, before it is compared with what is known. */
export interface FactCandidate {
  readonly text: string;
  readonly kind: FactKind;
  readonly slot?: string;
  readonly importance: number;
  readonly date?: string;
  /** Ids of known facts that it takes the place of, as far as its reader can tell. */
  readonly replaces?: readonly string[];
}

/** Reads facts out of what a user said. Throws what the model throws; a signal's reason once it aborts. */
export interface FactExtractor {
  /** Whether it looks at `known`. */
  readonly wantsKnown: boolean;
  extract(
    turn: MemoryTurn,
    context: { readonly known: readonly MemoryFact[]; readonly signal: AbortSignal },
  ): Promise<readonly FactCandidate[]>;
}

/** Something that was remembered, with why it came up. All figures are from 0 to 1. */
export interface Recollection {
  /** The fact, or the turn where no fact was made of it. */
  readonly fact?: MemoryFact;
  /** What supports it; for a turn the turn itself. */
  readonly evidence: readonly MemoryTurn[];
  readonly score: number;
  readonly relevance: number;
  readonly recency: number;
  readonly importance: number;
}

export interface RecallOptions {
  readonly limit: number;
  /** 0 searches by keyword alone, 1 by meaning alone; chosen by measurement when absent. */
  readonly alpha?: number;
  /** Whether facts are searched, what was said, or both; both by default. */
  readonly among?: 'facts' | 'turns' | 'both';
  readonly signal?: AbortSignal;
}

/** One turn of a conversation that is to be remembered. */
export interface Exchange {
  readonly owner: string;
  readonly thread: string;
  readonly requestId: string;
  /** What the user said. */
  readonly said: string;
  /** What was answered. */
  readonly reply: string;
}

/** A fact that somebody adds by hand. */
export interface GivenFact {
  readonly text: string;
  readonly thread: string;
  readonly kind?: FactKind;
  readonly importance?: number;
  readonly date?: string;
}

export interface NotesOptions {
  readonly signal: AbortSignal;
  /** What the conversation holds already, which needs no note. */
  readonly heard?: readonly string[];
}

/** What an answer needs of memory. */
export interface AnswerMemory {
  /** Notes for the prompt on what is known of the owner that bears on the text, within the token budget; empty when nothing does or memory fails. */
  notes(owner: string, text: string, options: NotesOptions): Promise<string>;
  /** Takes an exchange in, to be read in the background. Returns at once. */
  remember(exchange: Exchange): void;
}

/** Whose memory an answer uses, and how. */
export interface MemoryScope {
  readonly owner: string;
  readonly thread: string;
  /** Whether the turn is remembered; it is always answered with what is known. */
  readonly isRemembered: boolean;
}

/** Everything that can be done with memory. Each call sees its owner's memory alone. */
export interface Memory extends AnswerMemory, AsyncDisposable {
  /** Best first. Throws what the index and the embedder throw. */
  recall(owner: string, query: string, options: RecallOptions): Promise<readonly Recollection[]>;
  /** Stores a fact at once; one that is known is confirmed instead. */
  add(owner: string, given: GivenFact): Promise<{ readonly supported: SupportedFact; readonly isNew: boolean }>;
  /** Forgets a fact, what it took the place of, and the turns that support them: text, embedding and index. False when there is none. */
  forget(owner: string, factId: string): Promise<boolean>;
  forgetAll(owner: string): Promise<{ readonly facts: number; readonly turns: number }>;
  /** Reads turns that were stored and not read through, as after a crash. Resolves to how many there were. */
  resume(): Promise<number>;
  /** Resolves when everything taken in so far was read or has failed. */
  flush(): Promise<void>;
}
