import type { Finding, Verdict } from './guard-api.ts';

/** A list in the services' envelope. */
export interface List<T> {
  readonly data: readonly T[];
  readonly has_more?: boolean;
  readonly next_cursor?: string | null;
}

/** What POST /v1/analyze says of one text. */
export interface Analysis {
  readonly verdict: Verdict;
  readonly policy: string;
  readonly findings: readonly Omit<Finding, 'part'>[];
  readonly redacted: string;
  readonly not_scanned: readonly { readonly detector: string; readonly reason: string }[];
}

/** A policy as the guard shows it. */
export interface Policy {
  readonly id: string;
  readonly version: number;
  readonly mode: 'enforce' | 'shadow';
  readonly checks: readonly { readonly detector: string; readonly fail: string }[];
}

export interface PolicyVersion {
  readonly version: number;
  readonly created_at: string;
  readonly author: string;
  readonly policy: unknown;
}

/** What a service says of its dependencies. */
export interface DeepHealth {
  readonly status: string;
  readonly version?: string;
  readonly components?: Readonly<Record<string, { readonly status: string; readonly latency_ms?: number; readonly reason?: string }>>;
}

/** The graph every answer of the reasoner takes. */
export interface Graph {
  readonly name: string;
  readonly start: string;
  readonly end: string;
  readonly nodes: readonly { readonly name: string }[];
  readonly edges: readonly { readonly from: string; readonly to: string; readonly condition: string | null; readonly parallel: boolean }[];
}

export interface Checkpoint {
  readonly id: string;
  readonly run_id: string | null;
  readonly source: string;
  readonly step: number;
  readonly next: readonly string[];
  readonly values: unknown;
  readonly created_at: number;
}

export interface Memory {
  readonly id: string;
  readonly text: string;
  readonly kind: string;
  readonly importance: number;
  readonly created_at: number;
  readonly superseded_by: string | null;
  readonly times_said: number;
}

export interface FoundMemory {
  readonly score: number;
  readonly memory: Memory;
}

export interface VectorStore {
  readonly id: string;
  readonly name: string | null;
  readonly status: string;
  readonly file_counts: { readonly total: number; readonly completed: number; readonly in_progress: number; readonly failed: number };
}

export interface StoredFile {
  readonly id: string;
  readonly filename: string;
  readonly bytes: number;
  readonly status: string;
  readonly created_at: number;
}

export interface FoundPassage {
  readonly file_id: string;
  readonly filename: string;
  readonly score: number;
  readonly content: readonly { readonly type: string; readonly text: string }[];
}

export interface DeadLetter {
  readonly id?: string;
  readonly request_id?: string;
  readonly subject: string;
  readonly reason: string;
  readonly error_type?: string;
  readonly deliveries?: number;
  readonly failed_at?: string | number;
}

export interface Voice {
  readonly id: string;
  readonly language: string;
  readonly gender?: string;
  readonly description?: string;
}

export interface VoiceSession {
  readonly id: string;
  readonly room_id: string;
  readonly started_at: string;
  readonly turns: number;
}

export interface Turn {
  readonly transcript: string;
  readonly response: string;
  readonly decision?: string | null;
  readonly latencies: Readonly<Record<string, number>>;
  readonly audio?: { readonly data: string; readonly format?: string };
}
