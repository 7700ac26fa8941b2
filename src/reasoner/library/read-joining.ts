import type { Attributes } from '../../core/attribute-filter.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../core/json.ts';
import { storable } from '../../core/storable.ts';
import { AUTO_CHUNKING, type Joining } from '../../domain/documents/library.ts';
import type { ChunkingStrategy, StoreMetadata } from '../../ports/catalog.ts';
import { fault, requiredText } from '../fields.ts';

const MAX_KEYS = 16;
const MAX_KEY = 64;
const MAX_VALUE = 512;
const MAX_FILES = 2000;
const CHUNK_TOKENS = { min: 100, max: 4096 };

/** Parses one file with its `attributes` and `chunking_strategy`; `at` is its location, such as `files[0].`, or empty. */
export function readJoining(object: JsonObject, at = ''): Joining {
  const fileId = object.file_id;
  if (typeof fileId !== 'string' || fileId === '') throw fault(`${at}file_id`, 'is required and must be the id of a file');
  return {
    fileId,
    attributes: readAttributes(object.attributes, `${at}attributes`),
    chunking: readChunking(object.chunking_strategy, `${at}chunking_strategy`),
  };
}

/** Parses the files of a batch: `file_ids` with shared options, or `files` with their own. Throws `invalid_input`. */
export function readBatch(object: JsonObject): Joining[] {
  const { files, file_ids: ids } = object;
  if (files !== undefined && files !== null) {
    if (ids !== undefined && ids !== null) throw fault('files', 'must not be given together with file_ids');
    if (!Array.isArray(files)) throw fault('files', 'must be an array');
    return bounded('files', files).map((file, index) => {
      if (!isJsonObject(file)) throw fault(`files[${index}]`, 'must be an object with a file_id');
      return readJoining(file, `files[${index}].`);
    });
  }
  return readFileIds(object, true);
}

/** Parses `file_ids` with the `attributes` and `chunking_strategy` they share; none if they are optional and absent. */
export function readFileIds(object: JsonObject, isRequired = false): Joining[] {
  const ids = object.file_ids ?? undefined;
  if (ids === undefined && !isRequired) return [];
  if (!Array.isArray(ids)) throw fault('file_ids', `${isRequired ? 'is required and ' : ''}must be an array of file ids`);
  const attributes = readAttributes(object.attributes, 'attributes');
  const chunking = readChunking(object.chunking_strategy, 'chunking_strategy');
  if (ids.length === 0 && !isRequired) return [];
  return bounded('file_ids', ids).map((fileId, index) => {
    if (typeof fileId !== 'string' || fileId === '') throw fault(`file_ids[${index}]`, 'must be the id of a file');
    return { fileId, attributes, chunking };
  });
}

function bounded(param: string, values: readonly JsonValue[]): readonly JsonValue[] {
  if (values.length === 0 || values.length > MAX_FILES) throw fault(param, `must hold 1 to ${MAX_FILES} files`);
  return values;
}

/** Parses up to 16 attributes: keys of at most 64 characters; values are strings of at most 512 characters, numbers or booleans. */
export function readAttributes(value: JsonValue | undefined, param: string): Attributes {
  const given = pairs(
    value,
    param,
    (one) => typeof one === 'boolean' || (typeof one === 'number' && Number.isFinite(one)) || isShort(one),
  ) as Attributes;
  // As searches find them and filters compare them.
  return Object.fromEntries(Object.entries(given).map(([key, one]) => [storable(key), typeof one === 'string' ? storable(one) : one]));
}

/** Parses up to 16 pairs of metadata: keys of at most 64, values of at most 512 characters. */
export function readMetadata(value: JsonValue | undefined): StoreMetadata {
  return pairs(value, 'metadata', isShort) as StoreMetadata;
}

function isShort(value: JsonValue): boolean {
  return typeof value === 'string' && value.length <= MAX_VALUE;
}

function pairs(value: JsonValue | undefined, param: string, takes: (value: JsonValue) => boolean): JsonObject {
  if (value === undefined || value === null) return {};
  if (!isJsonObject(value)) throw fault(param, 'must be an object');
  const entries = Object.entries(value);
  if (entries.length > MAX_KEYS) throw fault(param, `must hold at most ${MAX_KEYS} pairs`);
  for (const [key, one] of entries) {
    if (key === '' || key.length > MAX_KEY) throw fault(param, `must have keys of 1 to ${MAX_KEY} characters`);
    if (one === undefined || !takes(one))
      throw fault(`${param}.${key}`, `has a value of a wrong type, or a string over ${MAX_VALUE} characters`);
  }
  return value;
}

/** Parses `{type: auto}` or `{type: static, static: {max_chunk_size_tokens, chunk_overlap_tokens}}`. */
function readChunking(value: JsonValue | undefined, param: string): ChunkingStrategy {
  if (value === undefined || value === null) return AUTO_CHUNKING;
  if (!isJsonObject(value)) throw fault(param, 'must be an object with a type');
  if (value.type === 'auto') return AUTO_CHUNKING;
  if (value.type !== 'static') throw fault(`${param}.type`, 'must be auto or static');
  const { static: given } = value;
  if (!isJsonObject(given)) throw fault(`${param}.static`, 'is required and must be an object');
  const maxTokens = whole(given.max_chunk_size_tokens, `${param}.static.max_chunk_size_tokens`, CHUNK_TOKENS.min, CHUNK_TOKENS.max);
  const overlapTokens = whole(given.chunk_overlap_tokens, `${param}.static.chunk_overlap_tokens`, 0, Math.floor(maxTokens / 2));
  return { isAuto: false, maxTokens, overlapTokens };
}

function whole(value: JsonValue | undefined, param: string, min: number, max: number): number {
  if (typeof value === 'number' && Number.isInteger(value) && value >= min && value <= max) return value;
  throw fault(param, `must be a whole number from ${min} to ${max}`);
}

/** Parses `expires_after`: 1 to 365 days after the last use; null removes it, undefined if it is absent. */
export function readExpiry(object: JsonObject): number | null | undefined {
  const value = object.expires_after;
  if (value === undefined || value === null) return value;
  if (!isJsonObject(value)) throw fault('expires_after', 'must be an object with an anchor and days');
  if (requiredText(value, 'anchor') !== 'last_active_at') throw fault('expires_after.anchor', 'must be last_active_at');
  return whole(value.days, 'expires_after.days', 1, 365);
}
