import type * as xgrammar from '@mlc-ai/web-xgrammar';
import type { JsonObject } from '../../core/json.ts';
import type { FunctionTool, ResponseFormat, ToolChoice } from '../../ports/language.ts';
import { callFrame, type CallFormat } from './call-format.ts';

/** The tokens of a model, by number, as they stand in its tokenizer.json. */
export interface Vocabulary {
  readonly tokens: readonly string[];
  /** How their bytes are written: as letters (GPT-2's bytes), or as `<0x0A>` where there is no letter (SentencePiece). */
  readonly bytes: 'byte_level' | 'byte_fallback' | 'raw';
  /** Whether a text gets a space in front before it is split. */
  readonly isSpaced: boolean;
}

/** What an answer is held to. */
export interface AnswerRules {
  readonly format?: ResponseFormat;
  readonly calls?: {
    readonly format: CallFormat;
    readonly tools: readonly FunctionTool[];
    readonly choice: ToolChoice;
    readonly isParallel: boolean;
  };
}

/** Tells which tokens may come next in an answer. */
export interface AnswerGuide extends Disposable {
  /** One bit for each token; undefined while all may come. Of the last `take()` once `ready` is fulfilled. */
  readonly allowed: Int32Array | undefined;
  readonly ready: Promise<void>;
  /** Goes on by a token. */
  take(token: number): void;
}

/** Makes guides for one model. Undefined where nothing has to be held, or it cannot be. */
export type GuideMaker = (rules: AnswerRules) => Promise<AnswerGuide | undefined>;

type Library = typeof xgrammar;

interface Opened {
  readonly library: Library;
  readonly compiler: xgrammar.GrammarCompiler;
}

/** How much space may stand between the parts of JSON: weak models write nothing else once they have begun to. */
const MOST_SPACE = 2;

/** Rules that are kept as they were compiled, which takes a fifth of a second for a big vocabulary. */
const MOST_COMPILED = 16;

/**
 * Holds answers to JSON schemas, and calls to functions that there are, by forbidding all tokens that do not fit
 * (XGrammar: https://arxiv.org/abs/2411.15100). The vocabulary is read when something is to be held. Schemas with something that it does not know, such as patterns that look ahead, hold nothing.
 */
export function createGuideMaker(read: () => Promise<Vocabulary>, ends: readonly number[]): GuideMaker {
  /** The newest last. */
  const compiled = new Map<string, xgrammar.CompiledGrammar>();
  let opening: Promise<Opened> | undefined;

  async function open(): Promise<Opened> {
    const { tokens, bytes, isSpaced } = await read();
    const library = await loadXgrammar();
    const info = await silently(() => library.TokenizerInfo.createTokenizerInfo([...tokens], bytes, isSpaced, tokens.length, [...ends]));
    // Its own cache would keep all that it has ever compiled.
    return { library, compiler: await library.GrammarCompiler.createGrammarCompiler(info, false) };
  }

  async function compile({ library, compiler }: Opened, { format, calls }: AnswerRules): Promise<xgrammar.CompiledGrammar> {
    const key = JSON.stringify([format, calls]);
    const known = compiled.get(key);
    compiled.delete(key);
    const grammar =
      known ??
      (calls === undefined
        ? await compiler.compileJSONSchema(schemaOf(format), true, undefined, undefined, false, MOST_SPACE)
        : await compiler.compileStructuralTag(await callRules(library, calls)));
    compiled.set(key, grammar);
    for (const [oldest, unused] of compiled) {
      if (compiled.size <= MOST_COMPILED) break;
      compiled.delete(oldest);
      unused.dispose();
    }
    return grammar;
  }

  return async (rules) => {
    const { format, calls } = rules;
    if (calls === undefined && (format === undefined || format.type === 'text')) return undefined;
    try {
      opening ??= open();
      const opened = await opening;
      const grammar = await compile(opened, rules);
      return await follow(await opened.library.GrammarMatcher.createGrammarMatcher(grammar, [...ends]));
    } catch {
      return undefined;
    }
  };
}

/** It is a script, and no module, for browsers and Node: as a module it lacks what scripts have, and leaves itself in the global scope. */
async function loadXgrammar(): Promise<Library> {
  const scope = globalThis as { xgrammar?: Library; require?: unknown; __filename?: string; __dirname?: string };
  const { createRequire } = await import('node:module');
  scope.require ??= createRequire(import.meta.url);
  scope.__filename ??= import.meta.filename;
  scope.__dirname ??= import.meta.dirname;
  const imported = await import('@mlc-ai/web-xgrammar');
  return 'GrammarCompiler' in imported ? imported : (scope.xgrammar as unknown as Library);
}

/** Runs what starts the library, which would write errors with pieces of schemas to the console from then on. */
async function silently<T>(start: () => Promise<T>): Promise<T> {
  const { error } = console;
  console.error = () => undefined;
  try {
    return await start();
  } finally {
    console.error = error;
  }
}

function schemaOf(format: ResponseFormat | undefined): string {
  return JSON.stringify(format?.type === 'json_schema' ? format.schema : { type: 'object' });
}

/** Free text until a call begins, which is of one of the functions, with arguments that fit; only calls if they are asked for. */
async function callRules(
  { Grammar }: Library,
  { format, tools, choice, isParallel }: NonNullable<AnswerRules['calls']>,
): Promise<JsonObject> {
  const isForced = choice !== 'auto' && choice !== 'none';
  const chosen = typeof choice === 'object' ? tools.filter(({ name }) => name === choice.name) : tools;
  const tags: JsonObject[] = [];
  for (const { name, parameters = { type: 'object' } } of chosen) {
    const [begin, end] = callFrame(format, name);
    const written = (schema: JsonObject) => Grammar.fromJSONSchema(JSON.stringify(schema), true, undefined, undefined, false, MOST_SPACE);
    const grammar = await written(parameters).catch(() => written({ type: 'object' }));
    tags.push({ type: 'tag', begin, content: { type: 'grammar', grammar: grammar.toString() }, end });
    grammar.dispose();
  }
  const trigger = format.begin === '' ? callFrame(format, '')[0].split('""')[0] : format.begin;
  return {
    type: 'structural_tag',
    format: {
      type: 'triggered_tags',
      triggers: [trigger ?? ''],
      tags,
      at_least_one: isForced,
      stop_after_first: isForced && (!isParallel || format.end === ''),
    },
  };
}

async function follow(matcher: xgrammar.GrammarMatcher): Promise<AnswerGuide> {
  let allowed: Int32Array | undefined = await matcher.getNextTokenBitmask();
  let ready = Promise.resolve();
  async function look(): Promise<void> {
    allowed = await matcher.getNextTokenBitmask();
  }
  return {
    get allowed() {
      return allowed;
    },
    get ready() {
      return ready;
    },
    take(token) {
      if (allowed === undefined) return;
      if (!matcher.acceptToken(token) || matcher.isTerminated()) allowed = undefined;
      else ready = look();
    },
    [Symbol.dispose]: () => matcher.dispose(),
  };
}
