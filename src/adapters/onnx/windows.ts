import type { Pcm } from '../../ports/speech.ts';

/** Energy is measured over stretches of this length to find a quiet place. */
const STRETCH_SECONDS = 0.1;

/**
 * Cuts audio into windows of at most `maxSeconds`, each cut at the quietest 0.1 s of the last third before its limit, so that memory stays
 * bounded and words stay whole. The windows share the samples they come from, and each is found on demand, so that an hour of audio does
 * not block the thread.
 */
export function* cutAtQuiet({ samples, sampleRate }: Pcm, maxSeconds: number): Generator<Pcm, void> {
  let start = 0;
  do {
    const window = firstWindow({ samples: samples.subarray(start), sampleRate }, maxSeconds);
    start += window.samples.length;
    yield window;
  } while (start < samples.length);
}

/** The first of these windows. */
export function firstWindow({ samples, sampleRate }: Pcm, maxSeconds: number): Pcm {
  const longest = Math.floor(maxSeconds * sampleRate);
  if (samples.length <= longest) return { samples, sampleRate };
  const end = quietest(samples, Math.ceil((longest * 2) / 3), longest, Math.ceil(STRETCH_SECONDS * sampleRate));
  return { samples: samples.subarray(0, end), sampleRate };
}

/** The middle of the stretch with the least energy between `from` and `to`, in steps of half a stretch. */
function quietest(samples: Float32Array, from: number, to: number, stretch: number): number {
  const step = Math.max(1, Math.floor(stretch / 2));
  let place = to;
  let least = Infinity;
  for (let at = from; at + stretch <= to; at += step) {
    let energy = 0;
    for (let index = at; index < at + stretch; index += 1) energy += (samples[index] ?? 0) ** 2;
    if (energy <= least) {
      least = energy;
      place = at + step;
    }
  }
  return place;
}
