import { FRAMES_PER_SECOND } from './speech-stretches.ts';

/** Loudness is that of the speech so far before and behind a moment, in seconds. */
const AROUND_SECONDS = 1;
/** What is less likely speech tells nothing about the loudness of a voice. */
const LEAST_PROBABILITY = 0.5;
/** Less speech tells no loudness, in frames of the detector. */
const LEAST_FRAMES = 5;
/** Speech is amplified or softened by at most this factor (20 dB). */
const MOST_GAIN = 10;
/** Speech within this factor (10 dB) is equally loud. */
const EVEN = 3.2;

/**
 * Speech that is equally loud throughout, by the detector's probability of each 10 ms; the same samples if it is so already. Who speaks softly
 * beside somebody loud is silent to a network whose features are normalised over all of a recording.
 */
export function levelledSpeech(samples: Float32Array, sampleRate: number, probabilities: Float32Array): Float32Array {
  const frame = sampleRate / FRAMES_PER_SECOND;
  const { energy, weight } = sumsOf(samples, frame, probabilities);
  const last = probabilities.length;
  const mean = (from: number, to: number): number => ((energy[to] ?? 0) - (energy[from] ?? 0)) / ((weight[to] ?? 0) - (weight[from] ?? 0));
  const isSpeech = (from: number, to: number): boolean => (weight[to] ?? 0) - (weight[from] ?? 0) >= LEAST_FRAMES;
  if (!isSpeech(0, last) || mean(0, last) === 0) return samples;
  const around = AROUND_SECONDS * FRAMES_PER_SECOND;
  const gains = new Float32Array(last);
  let before = 1;
  for (let at = 0; at < last; at += 1) {
    const [from, to] = [Math.max(0, at - around), Math.min(last, at + around)];
    if (isSpeech(from, to)) before = Math.min(MOST_GAIN, Math.max(1 / MOST_GAIN, Math.sqrt(mean(0, last) / mean(from, to))));
    gains[at] = before;
  }
  if (gains.reduce((most, gain) => Math.max(most, gain), 0) <= EVEN * gains.reduce((least, gain) => Math.min(least, gain), Infinity))
    return samples;
  return samples.map((sample, index) => sample * (gains[Math.min(last - 1, Math.floor(index / frame))] ?? 1));
}

/** Added up to each frame: the energy of speech, and how much speech there is. */
function sumsOf(samples: Float32Array, frame: number, probabilities: Float32Array): { energy: Float64Array; weight: Float64Array } {
  const energy = new Float64Array(probabilities.length + 1);
  const weight = new Float64Array(probabilities.length + 1);
  for (const [at, probability] of probabilities.entries()) {
    let sum = 0;
    for (let index = Math.round(at * frame); index < Math.min(samples.length, Math.round((at + 1) * frame)); index += 1)
      sum += (samples[index] ?? 0) ** 2;
    const share = probability < LEAST_PROBABILITY ? 0 : probability;
    energy[at + 1] = (energy[at] ?? 0) + share * sum;
    weight[at + 1] = (weight[at] ?? 0) + share;
  }
  return { energy, weight };
}
