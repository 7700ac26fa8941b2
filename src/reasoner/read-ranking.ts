import { isJsonObject, type JsonObject } from '../core/json.ts';
import type { FileSearchOptions } from '../ports/file-search.ts';
import { fault } from './fields.ts';
import { readAttributeFilter } from './read-attribute-filter.ts';

/** The ranking options of a search. */
export type Ranking = Pick<FileSearchOptions, 'limit' | 'hybridAlpha' | 'scoreThreshold' | 'filter'>;

const RANKERS = ['auto', 'none', 'default-2024-08-21', 'default-2024-11-15'];
const MAX_RESULTS = 50;
/** Far more than anybody weighs with, and still summed exactly. */
const MAX_WEIGHT = 1_000_000;

/**
 * Parses `max_num_results`, `filters`, `ranking_options` (OpenAI's weights of `hybrid_search` become one alpha) and `hybrid_alpha`,
 * which takes precedence, of a search or of a file_search tool at the location `at`, such as `tools[0].`, or empty. Throws
 * `invalid_input` naming the field.
 */
export function readRanking(object: JsonObject, at: string, defaultResults: number): Ranking {
  const results = object.max_num_results ?? defaultResults;
  if (typeof results !== 'number' || !Number.isInteger(results) || results < 1 || results > MAX_RESULTS) {
    throw fault(`${at}max_num_results`, `must be a whole number from 1 to ${MAX_RESULTS}`);
  }
  const options = object.ranking_options ?? {};
  if (!isJsonObject(options)) throw fault(`${at}ranking_options`, 'must be an object');
  const { ranker } = options;
  if (ranker !== undefined && ranker !== null && !RANKERS.some((known) => known === ranker)) {
    throw fault(`${at}ranking_options.ranker`, `must be one of ${RANKERS.join(', ')}`);
  }
  const given = object.hybrid_alpha ?? undefined;
  if (given !== undefined && !(typeof given === 'number' && given >= 0 && given <= 1)) {
    throw fault(`${at}hybrid_alpha`, 'must be a number from 0 (keyword alone) to 1 (vector alone)');
  }
  const hybridAlpha = given ?? weightsOf(options, at);
  const scoreThreshold = numberOf(options, 'score_threshold', at);
  const filter = readAttributeFilter(object.filters ?? undefined, `${at}filters`);
  return {
    limit: results,
    ...(hybridAlpha === undefined ? {} : { hybridAlpha }),
    ...(scoreThreshold === undefined ? {} : { scoreThreshold }),
    ...(filter === undefined ? {} : { filter }),
  };
}

function numberOf(options: JsonObject, name: string, at: string): number | undefined {
  const value = options[name] ?? undefined;
  if (value === undefined || (typeof value === 'number' && value >= 0 && value <= 1)) return value;
  throw fault(`${at}ranking_options.${name}`, 'must be a number from 0 to 1');
}

function weightsOf(options: JsonObject, at: string): number | undefined {
  const weights = options.hybrid_search ?? undefined;
  if (weights === undefined) return undefined;
  const param = `${at}ranking_options.hybrid_search`;
  if (!isJsonObject(weights)) throw fault(param, 'must be an object');
  const embedding = weightOf(weights, 'embedding_weight', param);
  const text = weightOf(weights, 'text_weight', param);
  if (embedding === 0 && text === 0) throw fault(param, 'must not have both weights 0');
  return embedding / (embedding + text);
}

function weightOf(weights: JsonObject, name: string, param: string): number {
  const value = weights[name] ?? 1;
  if (typeof value === 'number' && value >= 0 && value <= MAX_WEIGHT) return value;
  throw fault(`${param}.${name}`, `must be a number from 0 to ${MAX_WEIGHT}`);
}
