/** The topic of a fact; it determines the fact's importance and how long it stays fresh. */
export type FactKind = 'identity' | 'relation' | 'place' | 'work' | 'preference' | 'health' | 'plan' | 'event' | 'other';

/** Something that was said, stored literally: the evidence of facts, and searchable itself. */
export interface MemoryTurn {
  /** The same for the same words of the same request, so that remembering twice changes nothing. */
  readonly id: string;
  /** The owner: see `memoryOwner`. */
  readonly owner: string;
  /** The conversation it was said in. */
  readonly thread: string;
  /** `user`, `assistant`, or a name. */
  readonly speaker: string;
  readonly text: string;
  /** What was said just before, if that helps to find this. */
  readonly before?: string;
  readonly saidAt: Date;
}

/** One fact about a user. */
export interface MemoryFact {
  readonly id: string;
  readonly owner: string;
  /** The conversation from which it was extracted. */
  readonly thread: string;
  /** In the words of the speaker, or of the model; relative dates are resolved. */
  readonly text: string;
  readonly kind: FactKind;
  /** A property of which there is only one, such as `home`: a later fact of the same slot supersedes this one. */
  readonly slot?: string;
  /** From 0 to 1. */
  readonly importance: number;
  /** The day, month or year that it refers to, as `2026-11-21`, `2026-11` or `2026`. */
  readonly date?: string;
  /** When it was said. */
  readonly validFrom: Date;
  /** When a later fact superseded it; absent while it is valid. */
  readonly validUntil?: Date;
  /** The fact that superseded it. */
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

/** The effects of a turn: facts that are new, confirmed, or superseded. */
export interface FactChanges {
  readonly added: readonly MemoryFact[];
  /** Ids of confirmed facts. */
  readonly confirmed: readonly string[];
  readonly superseded: readonly { readonly id: string; readonly by: string; readonly until: Date }[];
}

/** The progress of a turn: stored, its facts stored, and both searchable. */
export type TurnState = 'stored' | 'read' | 'indexed';

export interface FactQuery {
  readonly owner: string;
  readonly limit: number;
  /** The end of the previous page. */
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
 * Stores facts and turns. Owners never get what belongs to others. Resolved calls are durable. Throws `invalid_input` for an invalid
 * cursor, and the store's `unavailable`, `timeout` and `too_many_requests`.
 */
export interface MemoryStore {
  /** Stores turns as `stored`; existing ones stay as they are. */
  addTurns(turns: readonly MemoryTurn[]): Promise<void>;
  /** The state of an existing turn. */
  turnState(owner: string, id: string): Promise<TurnState | undefined>;
  /** Turns that are not `indexed`, of one owner or of all, oldest first. */
  unfinishedTurns(limit: number, owner?: string): Promise<readonly MemoryTurn[]>;
  /** Applies the effects of a turn atomically, and sets the turn to `read`. The turn becomes evidence. Does nothing for a deleted turn. */
  applyFacts(turn: MemoryTurn, changes: FactChanges): Promise<void>;
  setIndexed(owner: string, turnId: string): Promise<void>;
  turns(owner: string, ids: readonly string[]): Promise<readonly MemoryTurn[]>;
  facts(owner: string, ids: readonly string[]): Promise<readonly SupportedFact[]>;
  /** The facts that a turn supports, and those that they superseded. */
  factsOfTurn(owner: string, turnId: string): Promise<readonly MemoryFact[]>;
  /** The superseded facts that any of these turns supports. */
  supersededFacts(owner: string, turnIds: readonly string[]): Promise<readonly SupportedFact[]>;
  /** The valid facts of a slot. */
  factsInSlot(owner: string, slot: string): Promise<readonly MemoryFact[]>;
  /** Facts, latest first. */
  listFacts(query: FactQuery): Promise<Page<SupportedFact>>;
  /** Turns in the order they were stored. */
  listTurns(query: { readonly owner: string; readonly limit: number; readonly cursor?: string }): Promise<Page<MemoryTurn>>;
  /** Ids of the oldest turns beyond the latest `kept` of an owner that are `indexed` and support no fact, at most `limit`. */
  spentTurns(owner: string, kept: number, limit: number): Promise<readonly string[]>;
  /** The facts that this one superseded, latest first. */
  history(owner: string, id: string): Promise<readonly SupportedFact[]>;
  remove(owner: string, ids: { readonly facts: readonly string[]; readonly turns: readonly string[] }): Promise<void>;
  /** Deletes everything of an owner. Resolves to how many facts and turns there were. */
  removeOwner(owner: string): Promise<{ readonly facts: number; readonly turns: number }>;
}

/** A fact as extracted from a turn, before it is reconciled with known ones. */
export interface FactCandidate {
  readonly text: string;
  readonly kind: FactKind;
  readonly slot?: string;
  readonly importance: number;
  readonly date?: string;
  /** Ids of known facts that it supersedes, as far as the extractor can tell. */
  readonly replaces?: readonly string[];
}

/** Extracts facts from what a user said. Throws the model's errors, and the signal's reason. */
export interface FactExtractor {
  /** Whether it uses `known`. */
  readonly wantsKnown: boolean;
  extract(
    turn: MemoryTurn,
    context: { readonly known: readonly MemoryFact[]; readonly signal: AbortSignal },
  ): Promise<readonly FactCandidate[]>;
}

/** A memory with the reasons for its rank. All scores are from 0 to 1. */
export interface Recollection {
  /** The fact, or the turn if it has no fact. */
  readonly fact?: MemoryFact;
  /** Its evidence; for a turn the turn itself. */
  readonly evidence: readonly MemoryTurn[];
  /** For a turn, what it says that later facts superseded; absent if there is nothing. */
  readonly superseded?: readonly MemoryFact[];
  readonly score: number;
  readonly relevance: number;
  readonly recency: number;
  readonly importance: number;
}

export interface RecallOptions {
  readonly limit: number;
  /** 0 searches by keywords only, 1 by meaning only; chosen by measurement if absent. */
  readonly alpha?: number;
  /** Whether facts, turns, or both are searched; both by default. */
  readonly among?: 'facts' | 'turns' | 'both';
  readonly signal?: AbortSignal;
}

/** One exchange of a conversation that is to be remembered. */
export interface Exchange {
  readonly owner: string;
  readonly thread: string;
  readonly requestId: string;
  /** What the user said. */
  readonly said: string;
  /** What was answered. */
  readonly reply: string;
}

/** A fact added by hand. */
export interface GivenFact {
  readonly text: string;
  readonly thread: string;
  readonly kind?: FactKind;
  readonly importance?: number;
  readonly date?: string;
}

export interface NotesOptions {
  readonly signal: AbortSignal;
  /** What the conversation already contains, which needs no note. */
  readonly heard?: readonly string[];
}

/** Memory as answers use it. */
export interface AnswerMemory {
  /**
   * Notes for the prompt about the owner that are relevant to the text, within the token budget; empty if there are none or memory
   * fails. What was accepted before is waited for; what is not processed by then is quoted as it was said.
   */
  notes(owner: string, text: string, options: NotesOptions): Promise<string>;
  /** Accepts an exchange, which is processed in the background. Returns at once. */
  remember(exchange: Exchange): void;
}

/** The memory that an answer uses, and how. */
export interface MemoryScope {
  readonly owner: string;
  readonly thread: string;
  /** Whether the turn is remembered; it is always answered with what is known. */
  readonly isRemembered: boolean;
}

/** All operations on memory. Each call sees only its owner's memory. */
export interface Memory extends AnswerMemory, AsyncDisposable {
  /** Best first. Throws the errors of the index and the embedder. */
  recall(owner: string, query: string, options: RecallOptions): Promise<readonly Recollection[]>;
  /** Stores a fact at once; a known one is confirmed instead. */
  add(owner: string, given: GivenFact): Promise<{ readonly supported: SupportedFact; readonly isNew: boolean }>;
  /** Deletes a fact, the facts that it superseded, and the turns that support them: text, embedding and index. False if there is none. */
  forget(owner: string, factId: string): Promise<boolean>;
  forgetAll(owner: string): Promise<{ readonly facts: number; readonly turns: number }>;
  /** Processes turns that were stored but not finished, as after a crash. Resolves to how many there were. */
  resume(): Promise<number>;
  /** Resolves when everything accepted so far has been processed or has failed. */
  flush(): Promise<void>;
}
