import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Voice } from '../../ports/speech.ts';

/** A voice of a model, and the file with its vector. */
export interface ModelVoice extends Voice {
  readonly path: string;
}

/**
 * Folders for voices: Kokoro and Supertonic use the first; SpeechT5's speaker embeddings, which are distributed separately, may be in
 * either.
 */
const FOLDERS = ['voices', 'speaker_embeddings'];

/** The first letter of a Kokoro voice is its language (hexgrad/Kokoro-82M, VOICES.md). */
const KOKORO_LANGUAGES: Readonly<Record<string, string>> = {
  a: 'en-US',
  b: 'en-GB',
  e: 'es',
  f: 'fr',
  h: 'hi',
  i: 'it',
  j: 'ja',
  p: 'pt-BR',
  z: 'zh',
};

/** The voices in a model's folder, by name; none for a model with a built-in voice. */
export async function voicesIn(folder: string, language: string): Promise<ModelVoice[]> {
  const found = await Promise.all(
    FOLDERS.map(async (name) => {
      const files = await readdir(join(folder, name)).catch(() => []);
      return files.filter((file) => file.endsWith('.bin')).map((file) => join(folder, name, file));
    }),
  );
  return found
    .flat()
    .toSorted()
    .map((path) => {
      const id = path.replace(/^.*[/\\]|\.bin$/g, '');
      const kokoro = /^([a-z])[fm]_/.exec(id)?.[1];
      return { id, path, language: (kokoro === undefined ? undefined : KOKORO_LANGUAGES[kokoro]) ?? language };
    });
}
