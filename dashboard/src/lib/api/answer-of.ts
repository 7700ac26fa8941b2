import type { paths as GuardPaths } from './guard';
import type { paths as ReasonerPaths } from './reasoner';
import type { paths as VoicePaths } from './voice';

/** The routes of the services, as their OpenAPI documents tell them. */
export interface ServicePaths {
  readonly guard: GuardPaths;
  readonly reasoner: ReasonerPaths;
  readonly voice: VoicePaths;
}

export type ServiceName = keyof ServicePaths;
export type Method = 'get' | 'post' | 'put' | 'delete';

type JsonOf<R> = R extends { content: { 'application/json': infer Body } } ? Body : never;

type Operation<S extends ServiceName, M extends Method, P extends keyof ServicePaths[S]> = ServicePaths[S][P] extends {
  [Key in M]: infer Described;
}
  ? Described
  : never;

/** The paths of a service that take a method. */
export type PathOf<S extends ServiceName, M extends Method> = {
  [P in keyof ServicePaths[S]]: ServicePaths[S][P] extends { [Key in M]: { responses: object } } ? P : never;
}[keyof ServicePaths[S]] &
  string;

/** What a route answers when all is well. */
export type AnswerOf<S extends ServiceName, M extends Method, P extends keyof ServicePaths[S]> =
  Operation<S, M, P> extends { responses: infer Responses }
    ? JsonOf<Responses extends { 200: infer Ok } ? Ok : Responses extends { 201: infer Made } ? Made : never>
    : never;

/** What a route takes as JSON; anything where its document does not say. */
export type BodyOf<S extends ServiceName, M extends Method, P extends keyof ServicePaths[S]> =
  Operation<S, M, P> extends { requestBody?: infer Body }
    ? NonNullable<Body> extends { content: { 'application/json': infer Json } }
      ? Json
      : unknown
    : unknown;
