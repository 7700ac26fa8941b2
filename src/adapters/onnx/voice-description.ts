import { isJsonObject, type JsonValue } from '../../core/json.ts';
import type { ModelVoice } from './text-to-speech.ts';

/** A voice model's description. */
export interface VoiceDescription {
  readonly sampleRate: number;
  /** The ids of the phonemes. */
  readonly phonemes: Readonly<Record<string, number>>;
  readonly voices: readonly [ModelVoice, ...ModelVoice[]];
}

/** Reads a voice model's voice.json. Throws an Error that says what is missing. */
export function parseVoiceDescription(text: string): VoiceDescription {
  const value = JSON.parse(text) as JsonValue;
  const { sampleRate, phonemes, voices } = isJsonObject(value) ? value : {};
  if (typeof sampleRate !== 'number') throw new Error('voice.json gives no sampleRate');
  if (phonemes === undefined || !isJsonObject(phonemes)) throw new Error('voice.json gives no phonemes');
  const ids = Object.entries(phonemes).map(([phoneme, id]) => {
    if (typeof id !== 'number') throw new Error(`voice.json gives the phoneme ${phoneme} no id`);
    return [phoneme, id] as const;
  });
  const [first, ...rest] = (Array.isArray(voices) ? voices : []).map(readVoice);
  if (first === undefined) throw new Error('voice.json gives no voices');
  return { sampleRate, phonemes: Object.fromEntries(ids), voices: [first, ...rest] };
}

function readVoice(value: JsonValue): ModelVoice {
  const { id, gender, description, pitch = 1, formants = 1 } = isJsonObject(value) ? value : {};
  if (typeof id !== 'string' || (gender !== 'female' && gender !== 'male'))
    throw new Error('voice.json holds a voice without id or gender');
  if (typeof pitch !== 'number' || typeof formants !== 'number')
    throw new Error(`voice.json gives ${id} a pitch or formants that are no numbers`);
  return { id, gender, description: typeof description === 'string' ? description : '', pitch, formants };
}
