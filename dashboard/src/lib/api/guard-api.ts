import { address } from '../place.ts';
import type { paths } from './guard';
import { send } from './send.ts';

/** The documents say of whole numbers that they may be text as well, which holds for what is asked and never for answers. */
type Plain<T> = [string | number] extends [T]
  ? Exclude<T, string>
  : T extends readonly (infer Item)[]
    ? Plain<Item>[]
    : T extends object
      ? { [Key in keyof T]: Plain<T[Key]> }
      : T;

type Json<R> = R extends { content: { 'application/json': infer Body } } ? Plain<Body> : never;

/** What GET on a route of the guard answers, by its OpenAPI document. */
export type GuardBody<Path extends keyof paths> = paths[Path] extends { get: { responses: { 200: infer Answer } } } ? Json<Answer> : never;

export type RequestRecord = GuardBody<'/requests/{rid}'>;
export type DecisionRecord = GuardBody<'/requests/{rid}/decision'>;
export type Decision = DecisionRecord['decisions'][number];
export type Finding = Decision['findings'][number];
export type DebugEntry = GuardBody<'/requests/{rid}/debug'>['data'][number];
export type Stats = GuardBody<'/stats'>;
export type Verdict = Finding['action'];

export interface Question {
  readonly parameters?: Readonly<Record<string, string>>;
  readonly search?: Readonly<Record<string, string | number | undefined>>;
  readonly signal?: AbortSignal;
}

/** Reads a route of the guard. Throws a Fault. */
export async function ask<Path extends keyof paths>(path: Path, question: Question = {}): Promise<GuardBody<Path>> {
  const { parameters = {}, search = {}, signal } = question;
  const response = await send(address(path, parameters, search), signal === undefined ? {} : { signal });
  return (await response.json()) as GuardBody<Path>;
}
