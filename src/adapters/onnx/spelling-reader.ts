import { bestClass } from '../../core/class-scores.ts';
import { SOUNDS } from './lexicon.ts';
import { isVowel, type SpellingReader } from './pronounce.ts';
import type { Session } from './session.ts';

const LETTERS = "abcdefghijklmnopqrstuvwxyz'";

/** Derives words' sounds with the network models/tts-en/g2p.onnx: letters in, three classes per letter out, 0 the CTC blank. */
export function createSpellingReader(session: Pick<Session, 'run'>): SpellingReader {
  return async (word) => {
    const letters = Array.from(word, (letter) => BigInt(LETTERS.indexOf(letter) + 1));
    const { scores } = await session.run({ letters: { data: BigInt64Array.from(letters), dims: [1, letters.length] } });
    const [, places = 0, classes = 0] = scores?.dims ?? [];
    if (scores === undefined || classes !== SOUNDS.length + 1) throw new Error('the spelling model gave an answer of the wrong shape');
    return withMainStress(bestSounds(scores.data, places, classes));
  };
}

function bestSounds(scores: Float32Array, places: number, classes: number): string[] {
  const sounds: string[] = [];
  let previous = 0;
  for (let place = 0; place < places; place += 1) {
    const best = bestClass(scores.subarray(place * classes, (place + 1) * classes));
    if (best !== previous && best !== 0) sounds.push(SOUNDS[best - 1] ?? '');
    previous = best;
  }
  return sounds;
}

/** Every word has one main stress: of several the first is kept, and if there is none the first vowel gets it. */
function withMainStress(sounds: readonly string[]): string[] {
  const main = sounds.findIndex((sound) => sound.endsWith('1'));
  const place = main === -1 ? sounds.findIndex(isVowel) : main;
  return sounds.map((sound, index) => {
    if (index === place) return sound.replace(/\d$/, '1');
    return sound.endsWith('1') ? sound.replace(/1$/, '2') : sound;
  });
}
