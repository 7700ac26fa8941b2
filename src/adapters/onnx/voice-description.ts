import { isJsonObject, type JsonValue } from '../../core/json.ts';
import type { ModelVoice } from './text-to-speech.ts';

/** A voice model's description. */
export interface VoiceDescription {
  readonly sampleRate: number;
  readonly phones: readonly string[];
  readonly voices: readonly [ModelVoice, ...ModelVoice[]];
}

/** Reads a voice model's voice.json. Throws an Error that says what is missing. */
export function parseVoiceDescription(text: string): VoiceDescription {
  const value = JSON.parse(text) as JsonValue;
  const { sampleRate, phones, voices } = isJsonObject(value) ? value : {};
  if (typeof sampleRate !== 'number') throw new Error('voice.json gives no sampleRate');
  if (!Array.isArray(phones) || !phones.every((phone) => typeof phone === 'string')) throw new Error('voice.json gives no phones');
  const [first, ...rest] = (Array.isArray(voices) ? voices : []).map(readVoice);
  if (first === undefined) throw new Error('voice.json gives no voices');
  return { sampleRate, phones, voices: [first, ...rest] };
}

function readVoice(value: JsonValue): ModelVoice {
  const { id, gender, description } = isJsonObject(value) ? value : {};
  if (typeof id !== 'string' || (gender !== 'female' && gender !== 'male'))
    throw new Error('voice.json holds a voice without id or gender');
  return { id, gender, description: typeof description === 'string' ? description : '' };
}
