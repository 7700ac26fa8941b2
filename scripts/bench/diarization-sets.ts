import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { SpeakerTurn } from '../../src/domain/speech/diarization/speaker-names.ts';
import { resample } from '../../src/domain/speech/resample.ts';
import type { AudioDecoder } from '../../src/ports/audio-decoder.ts';
import type { Pcm } from '../../src/ports/speech.ts';

/** A recording and who speaks when in it. */
export interface Conversation {
  readonly audio: Pcm;
  readonly turns: readonly SpeakerTurn[];
}

/** Recordings of one speaker. */
export interface Speaker {
  readonly source: string;
  readonly name: string;
  readonly paths: readonly string[];
}

const RATE = 16_000;

/** Folders of speech-train whose speakers have names. */
const SOURCES = ['speechocean762', 'mini-librispeech', 'commonvoice-13-delta', 'librispeech', 'commonvoice', 'ljspeech', 'ljtext-philipp'];

/** Speakers with at least `clips` recordings: those of the half that thresholds may be chosen on, or of the other one. */
export async function speakersOf(shared: string, half: 'chosen on' | 'kept out', clips: number): Promise<Speaker[]> {
  const speakers: Speaker[] = [];
  for (const source of SOURCES) {
    const folder = join(shared, 'speech-train', source);
    const [, ...lines] = (await readFile(join(folder, 'transcripts.tsv'), 'utf8')).trimEnd().split('\n');
    const paths = new Map<string, string[]>();
    for (const line of lines) {
      const [id = '', name = ''] = line.split('\t');
      paths.set(name, [...(paths.get(name) ?? []), join(folder, `${id}.opus`)]);
    }
    for (const [name, own] of paths) {
      // The two LibriSpeech folders share their speakers.
      const corpus = source.replace('mini-', '');
      const isEven = (createHash('sha256').update(`${corpus}/${name}`).digest()[0] ?? 0) % 2 === 0;
      if (own.length >= clips && isEven === (half === 'chosen on')) speakers.push({ source, name: `${corpus}/${name}`, paths: own });
    }
  }
  return speakers;
}

/** The same numbers from 0 to 1 for the same seed (mulberry32). */
export function chance(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** How a conversation is put together. */
export interface Style {
  readonly speakers: number;
  readonly turns: number;
  /** Shortest and longest pause between turns, in seconds. */
  readonly pauses: readonly [number, number];
  /** Shortest and longest turn; a recording is cut to a length between. */
  readonly lengths: readonly [number, number];
}

/**
 * A conversation of speakers of one source, so that no microphone tells them apart. Each has a level of its own, up to 6 dB from the others';
 * faint noise lies under everything.
 */
export async function conversationOf(
  all: readonly Speaker[],
  style: Style,
  random: () => number,
  decoder: AudioDecoder,
): Promise<Conversation> {
  const between = ([least, most]: readonly [number, number]): number => least + random() * (most - least);
  const first = pick(all, random);
  const peers = all.filter(({ source, name }) => source === first.source && name !== first.name);
  const speakers = [first];
  while (speakers.length < style.speakers && peers.length > 0) speakers.push(...peers.splice(Math.floor(random() * peers.length), 1));
  const levels = speakers.map(() => 10 ** ((random() * 12 - 6) / 20));
  const unheard = speakers.map(({ paths }) => shuffled(paths, random));
  const parts: { readonly samples: Float32Array; readonly at: number }[] = [];
  const turns: SpeakerTurn[] = [];
  let at = 0.5;
  for (let turn = 0; turn < style.turns; turn += 1) {
    // Everybody speaks once before chance decides.
    const who = turn < speakers.length ? turn : Math.floor(random() * speakers.length);
    const path = unheard[who]?.pop();
    if (path === undefined) continue;
    const samples = spoken(await clip(path, decoder)).slice(0, Math.round(between(style.lengths) * RATE));
    parts.push({ samples: samples.map((sample) => sample * (levels[who] ?? 1)), at });
    const end = at + samples.length / RATE;
    turns.push({ start: at, end, speaker: speakers[who]?.name ?? '' });
    at = end + between(style.pauses);
  }
  const samples = Float32Array.from({ length: Math.ceil((at + 0.5) * RATE) }, () => (random() - 0.5) * NOISE);
  for (const part of parts) {
    const offset = Math.round(part.at * RATE);
    for (const [index, sample] of part.samples.entries())
      samples[offset + index] = Math.max(-1, Math.min(1, (samples[offset + index] ?? 0) + sample));
  }
  return { audio: { samples, sampleRate: RATE }, turns };
}

/** The beginning of a conversation. */
export function shortened({ audio, turns }: Conversation, seconds: number): Conversation {
  const samples = audio.samples.slice(0, seconds * audio.sampleRate);
  const last = samples.length / audio.sampleRate;
  return {
    audio: { ...audio, samples },
    turns: turns.filter(({ start }) => start < last).map((turn) => ({ ...turn, end: Math.min(last, turn.end) })),
  };
}

/** A conversation in noise that is so many decibels below it, and falls with the frequency. */
export function inNoise({ audio, turns }: Conversation, decibels: number, random: () => number): Conversation {
  let last = 0;
  const noise = audio.samples.map(() => (last = 0.95 * last + random() - 0.5));
  const gain = (loudness(audio.samples) / loudness(noise)) * 10 ** (-decibels / 20);
  return { audio: { ...audio, samples: audio.samples.map((sample, index) => sample + gain * (noise[index] ?? 0)) }, turns };
}

function loudness(samples: Float32Array): number {
  return Math.sqrt(samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length);
}

/** A conversation as a telephone carries it: 300 to 3,400 Hz, 8-bit mu-law. */
export async function overTelephone({ audio, turns }: Conversation): Promise<Conversation> {
  const { samples } = await resample(audio, TELEPHONE_RATE);
  let [before, low] = [0, 0];
  const carried = samples.map((sample) => {
    low = LOW_CUT * (low + sample - before);
    before = sample;
    const level = Math.log1p(255 * Math.min(1, Math.abs(low))) / Math.log(256);
    return (Math.sign(low) * (256 ** (Math.round(level * 127) / 127) - 1)) / 255;
  });
  return { audio: await resample({ samples: carried, sampleRate: TELEPHONE_RATE }, RATE), turns };
}

const TELEPHONE_RATE = 8000;

/** A high-pass of the first order at 300 Hz. */
const LOW_CUT = 0.79;

/** About -60 dBFS. */
const NOISE = 0.003;

async function clip(path: string, decoder: AudioDecoder): Promise<Float32Array> {
  return (await resample(await decoder.decode(new Uint8Array(await readFile(path))), RATE)).samples;
}

/** A clip without the silence around it: from the first to the last 20 ms within 35 dB of the loudest. */
function spoken(samples: Float32Array): Float32Array {
  const frame = RATE / 50;
  const powers = Array.from({ length: Math.floor(samples.length / frame) }, (_, index) =>
    samples.subarray(index * frame, (index + 1) * frame).reduce((sum, sample) => sum + sample * sample, 0),
  );
  const least = Math.max(...powers) / 10 ** 3.5;
  const first = powers.findIndex((power) => power >= least);
  const last = powers.findLastIndex((power) => power >= least);
  return samples.slice(first * frame, (last + 1) * frame);
}

function pick<T>(list: readonly T[], random: () => number): T {
  const one = list[Math.floor(random() * list.length)];
  if (one === undefined) throw new Error('there is nothing to choose from');
  return one;
}

function shuffled<T>(list: readonly T[], random: () => number): T[] {
  return list
    .map((value) => ({ value, key: random() }))
    .toSorted((a, b) => a.key - b.key)
    .map(({ value }) => value);
}
