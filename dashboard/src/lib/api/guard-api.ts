import { address } from '../place.ts';
import type { AnswerOf, BodyOf, PathOf } from './answer-of.ts';
import { send, sendJson } from './send.ts';

/** What GET on a route of the guard answers, by its OpenAPI document. */
export type GuardBody<Path extends PathOf<'guard', 'get'>> = AnswerOf<'guard', 'get', Path>;

export type RequestRecord = GuardBody<'/requests/{rid}'>;
export type DecisionRecord = GuardBody<'/requests/{rid}/decision'>;
export type Decision = DecisionRecord['decisions'][number];
export type Finding = Decision['findings'][number];
export type DebugEntry = GuardBody<'/requests/{rid}/debug'>['data'][number];
export type Stats = GuardBody<'/stats'>;
export type Verdict = Finding['action'];
export type Policy = GuardBody<'/v1/policies/{policy_id}'>;
export type Replay = AnswerOf<'guard', 'post', '/requests/{rid}/replay'>;
export type Analysis = AnswerOf<'guard', 'post', '/v1/analyze'>['results'][number];

export interface Question {
  readonly parameters?: Readonly<Record<string, string>>;
  readonly search?: Readonly<Record<string, string | number | undefined>>;
  readonly signal?: AbortSignal;
}

/** Reads a route of the guard. Throws a Fault. */
export async function ask<Path extends PathOf<'guard', 'get'>>(path: Path, question: Question = {}): Promise<GuardBody<Path>> {
  const { parameters = {}, search = {}, signal } = question;
  const response = await send(address(path, parameters, search), signal === undefined ? {} : { signal });
  return (await response.json()) as GuardBody<Path>;
}

/** Sends JSON to a route of the guard. Throws a Fault. */
export async function tell<Path extends PathOf<'guard', 'post'>>(
  path: Path,
  body: BodyOf<'guard', 'post', Path>,
  { parameters = {}, search = {}, signal }: Question = {},
): Promise<AnswerOf<'guard', 'post', Path>> {
  return (await (await sendJson('POST', address(path, parameters, search), body, { signal })).json()) as AnswerOf<'guard', 'post', Path>;
}
