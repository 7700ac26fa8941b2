import { readFile, writeFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { messageOf } from '../core/errors.ts';
import { isJsonObject, type JsonObject } from '../core/json.ts';

/** The options of `parley ask`. */
export interface AskOptions {
  /** Base URL of the voice service. */
  readonly voiceUrl: string;
  readonly question: string;
  readonly out: string;
  readonly apiKey?: string;
  readonly print: (text: string) => void;
}

/**
 * Sends a recorded question through one turn (voice, guard, reasoner, voice), writes the spoken answer
 * and prints transcript, decision, answer and stage latencies. An answer that no voice speaks is only printed.
 * Throws an Error whose message is the service's own when the turn fails.
 */
export async function ask({ voiceUrl, question, out, apiKey, print }: AskOptions): Promise<void> {
  const form = new FormData();
  form.set('file', new File([await readFile(question)], basename(question), { type: 'audio/wav' }));
  let response: Response;
  try {
    response = await fetch(`${voiceUrl}/v1/voice/turns`, {
      method: 'POST',
      body: form,
      headers: apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` },
      signal: AbortSignal.timeout(TURN_TIMEOUT_MS),
    });
  } catch (cause) {
    throw new Error(`no voice service answers at ${voiceUrl} (${messageOf(cause)})`, { cause });
  }
  const turn: unknown = await response.json().catch(() => undefined);
  if (!isJsonObject(turn)) throw new Error(`the voice service answered ${response.status} without a JSON object`);
  if (!response.ok) throw new Error(textOf(turn, 'message'));
  const audio = turn['audio'] === null ? undefined : objectOf(turn, 'audio');
  if (audio !== undefined) await writeFile(out, Uint8Array.fromBase64(textOf(audio, 'data')));
  const latencies = objectOf(turn, 'latencies');
  print(`transcript  ${textOf(turn, 'transcript')}`);
  print(`decision    ${textOf(turn, 'decision')}`);
  print(`answer      ${textOf(turn, 'response')}`);
  print(`latencies   ${['stt', 'bridge', 'tts', 'total'].map((stage) => `${stage} ${textOf(latencies, `${stage}_ms`)} ms`).join(', ')}`);
  if (audio === undefined) print('spoken      nothing: no voice speaks the answer');
  else print(`spoken      ${out} (${textOf(audio, 'duration')} s, ${textOf(audio, 'sample_rate')} Hz)`);
}

const TURN_TIMEOUT_MS = 120_000;

function objectOf(object: JsonObject, field: string): JsonObject {
  const value = object[field];
  if (!isJsonObject(value)) throw new Error(`the voice service's answer has no ${field}`);
  return value;
}

function textOf(object: JsonObject, field: string): string {
  const value = object[field];
  return typeof value === 'string' ? value : value === undefined || value === null ? 'none' : JSON.stringify(value);
}
