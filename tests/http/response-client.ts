import assert from 'node:assert/strict';
import type { ErrorBody } from '../../src/core/errors.ts';
import type { FileSearch, FileSearchResult } from '../../src/ports/file-search.ts';
import type { ModelCapabilities, LanguageModel } from '../../src/ports/language.ts';
import { createReasoner, type Reasoner } from '../../src/reasoner/reasoner.ts';
import type { ResponseBody } from '../../src/reasoner/responses/response-body.ts';
import type { OutputContent, OutputItem } from '../../src/reasoner/responses/response-items.ts';
import { createScriptedModel, type ScriptedModel } from '../unit/reasoner-doubles.ts';
import { createReasonerDeps } from './reasoner-deps.ts';

/** One event of a stream as a client reads it. */
export interface SeenEvent {
  readonly type: string;
  readonly sequence_number: number;
  readonly output_index?: number;
  readonly delta?: string;
  readonly response?: ResponseBody;
  readonly item?: OutputItem;
  readonly [field: string]: unknown;
}

/** A reasoner with the ways a client speaks to its responses. */
export interface ResponseClient {
  readonly reasoner: Reasoner;
  send(method: string, path: string, body?: object, headers?: Readonly<Record<string, string>>): Promise<Response>;
  /** Makes a response that must succeed. */
  create(body: object, headers?: Readonly<Record<string, string>>): Promise<ResponseBody>;
  /** The events of a streamed response. */
  stream(body: object): Promise<SeenEvent[]>;
  /** Status, error type and param of a refused request. */
  refused(body: object): Promise<readonly [number, string, string | null]>;
}

/** A client of a reasoner over test doubles. The model is named `scripted` unless another one is given. */
export function responseClient(given: Parameters<typeof createReasonerDeps>[0] = {}): ResponseClient {
  const deps = createReasonerDeps(given);
  const reasoner = createReasoner(deps);
  const send: ResponseClient['send'] = async (method, path, body, headers = {}) =>
    reasoner.handle(
      new Request(`http://localhost${path}`, {
        method,
        headers: { ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
        ...(body === undefined ? {} : { body: JSON.stringify({ model: deps.model.model, ...body }) }),
      }),
    );
  return {
    reasoner,
    send,
    async create(body, headers) {
      const response = await send('POST', '/v1/responses', body, headers);
      const text = await response.text();
      assert.equal(response.status, 200, text);
      return JSON.parse(text) as ResponseBody;
    },
    async stream(body) {
      const response = await send('POST', '/v1/responses', { stream: true, ...body });
      assert.equal(response.status, 200);
      return eventsOf(await response.text());
    },
    async refused(body) {
      return problemOf(await send('POST', '/v1/responses', body));
    },
  };
}

/** A scripted model that takes what it is told to. */
export function takingModel(script: Parameters<typeof createScriptedModel>[0], takes: ModelCapabilities): ScriptedModel {
  return { ...createScriptedModel(script), takes };
}

/** A model that gives one script after the other, one for each turn. */
export function turnsModel(
  scripts: readonly Parameters<typeof createScriptedModel>[0][],
  takes: ModelCapabilities = { tools: true },
): LanguageModel & Pick<ScriptedModel, 'requests'> {
  const requests: ScriptedModel['requests'] = [];
  let turn = 0;
  return {
    model: 'scripted',
    takes,
    requests,
    stream(request, options) {
      requests.push(request);
      const script = scripts[turn] ?? [];
      turn += 1;
      return createScriptedModel(script).stream(request, options);
    },
  };
}

/** The events of a stream, whose names and numbers must be right, and which must end with its marker. */
export function eventsOf(text: string): SeenEvent[] {
  const blocks = text.split('\n\n').filter((block) => block !== '' && !block.startsWith(':'));
  assert.equal(blocks.pop(), 'data: [DONE]');
  return blocks.map((block) => {
    const [, name = '', data = ''] = /^event: (.*)\ndata: (.*)$/.exec(block) ?? [];
    const event = JSON.parse(data) as SeenEvent;
    assert.equal(event.type, name);
    return event;
  });
}

/** Status, error type and param of an error. */
export async function problemOf(response: Response): Promise<readonly [number, string, string | null]> {
  const body = (await response.json()) as ErrorBody;
  return [response.status, body.error_type, body.error.param];
}

/** What the first message of a response says. */
export function contentOf({ output }: ResponseBody): OutputContent | undefined {
  const message = output.find((item) => item.type === 'message');
  return message?.type === 'message' ? message.content[0] : undefined;
}

/** The text of a response's first message. */
export function textOf(body: ResponseBody): string {
  const content = contentOf(body);
  return content?.type === 'output_text' ? content.text : '';
}

/** A passage that a search finds. */
export function passage(text: string, given: Partial<FileSearchResult> = {}): FileSearchResult {
  return {
    fileId: 'file-1',
    filename: 'facts.txt',
    storeId: 'vs_1',
    score: 0.8,
    attributes: { year: 2024 },
    text,
    start: 0,
    end: text.length,
    ...given,
  };
}

/** A search that finds the same passages for every query, and keeps what it was asked. */
export function recordingSearch(found: readonly FileSearchResult[]): FileSearch & { readonly asked: Parameters<FileSearch>[] } {
  const asked: Parameters<FileSearch>[] = [];
  return Object.assign(
    async (...given: Parameters<FileSearch>) => {
      asked.push(given);
      return found;
    },
    { asked },
  );
}
