import type { DiarizerSettings } from './diarizer.ts';
import type { SpeechWindow } from './speech-windows.ts';
import { sumOf, unit } from './vectors.ts';
import { clusterVoices } from './voice-clusters.ts';

/**
 * The directions of the voices in some windows, however many there are: clusters of windows that are alike, of which those that point in one
 * direction are one voice, without those that are heard too shortly. One at least, if there are windows.
 */
export async function findVoices(
  windows: readonly SpeechWindow[],
  vectors: readonly Float32Array[],
  settings: Pick<DiarizerSettings, 'sureSeconds' | 'hopSeconds' | 'sameVoice' | 'sameDirection' | 'leastSeconds' | 'leastShare'>,
  signal?: AbortSignal,
): Promise<Float32Array[]> {
  const sure = vectors.filter((_, index) => secondsOf(windows[index]) >= settings.sureSeconds);
  const clusters = await clusterVoices(sure.length === 0 ? vectors : sure, settings.sameVoice, signal);
  const most = Math.max(0, ...clusters.map(({ members }) => members.length));
  const least = Math.min(most, Math.max(settings.leastSeconds / settings.hopSeconds, settings.leastShare * sure.length));
  const sums = clusters.filter(({ members }) => members.length >= least).map(({ sum }) => sum);
  const voices = await clusterVoices(sums.map(unit), settings.sameDirection, signal);
  return voices.map(({ members }) => unit(sumOf(members.flatMap((place) => sums[place] ?? []))));
}

function secondsOf(window: SpeechWindow | undefined): number {
  return window === undefined ? 0 : window.end - window.start;
}
