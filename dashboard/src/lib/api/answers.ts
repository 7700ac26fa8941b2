import type { AnswerOf } from './answer-of.ts';

/** What the services behind the guard answer, named; all of it from their OpenAPI documents. */
export type Checkpoint = AnswerOf<'reasoner', 'get', '/v1/threads/{thread_id}/history'>['data'][number];
export type Thread = AnswerOf<'reasoner', 'get', '/v1/threads'>['data'][number];
export type Memory = AnswerOf<'reasoner', 'get', '/v1/memory'>['data'][number];
export type FoundMemory = AnswerOf<'reasoner', 'post', '/v1/memory/search'>['data'][number];
export type StoredFile = AnswerOf<'reasoner', 'get', '/v1/files/{file_id}'>;
export type FoundPassage = AnswerOf<'reasoner', 'post', '/v1/vector_stores/{vector_store_id}/search'>['data'][number];
export type RunRecord = AnswerOf<'reasoner', 'get', '/v1/runs/{request_id}'>;
export type Turn = AnswerOf<'voice', 'post', '/v1/voice/turns'>;
export type TurnRecord = AnswerOf<'voice', 'get', '/v1/voice/turns/{request_id}'>;
