/** What the decoder attended to when it wrote one token: a row of weights over the frames of the audio for each head. */
export type TokenAttention = readonly Float32Array[];

/** Frames over which the weights of a head are smoothed, as OpenAI's Whisper does. */
const FILTER_WIDTH = 7;

/**
 * The frame at which each token begins, and at last the one at which the last of them ends: dynamic time warping along the attention of
 * the heads that follow the audio (`timing.py` of openai/whisper 20231117; Radford et al. 2022). `frames` are those that hold audio.
 */
export function tokenFrames(tokens: readonly TokenAttention[], frames: number): number[] {
  const heads = tokens[0]?.length ?? 0;
  const costs = tokens.map(() => new Float64Array(frames));
  for (let head = 0; head < heads; head += 1) {
    const rows = tokens.map((token) => Float64Array.from((token[head] ?? new Float32Array()).subarray(0, frames)));
    standardise(rows, frames);
    for (const [index, row] of rows.entries()) {
      const smooth = medianFiltered(row);
      const cost = costs[index];
      if (cost !== undefined)
        for (let frame = 0; frame < frames; frame += 1) cost[frame] = (cost[frame] ?? 0) - (smooth[frame] ?? 0) / heads;
    }
  }
  return [...firstFrames(costs, frames), frames];
}

/** To a mean of 0 and a deviation of 1 in each frame, so that frames to which all tokens attend tell nothing. */
function standardise(rows: readonly Float64Array[], frames: number): void {
  for (let frame = 0; frame < frames; frame += 1) {
    let [sum, squares] = [0, 0];
    for (const row of rows) {
      sum += row[frame] ?? 0;
      squares += (row[frame] ?? 0) ** 2;
    }
    const mean = sum / rows.length;
    const deviation = Math.sqrt(Math.max(squares / rows.length - mean ** 2, 1e-12));
    for (const row of rows) row[frame] = ((row[frame] ?? 0) - mean) / deviation;
  }
}

function medianFiltered(row: Float64Array): Float64Array {
  const half = (FILTER_WIDTH - 1) / 2;
  return row.map((_, at) => {
    // Mirrored at its ends.
    const near = Array.from({ length: FILTER_WIDTH }, (__, offset) => {
      const place = Math.abs(at + offset - half);
      return row[place < row.length ? place : 2 * row.length - 2 - place] ?? 0;
    });
    return near.toSorted((a, b) => a - b)[half] ?? 0;
  });
}

/** The first frame of each row on the cheapest path from the first row and frame to the last ones, which never goes back. */
function firstFrames(costs: readonly Float64Array[], frames: number): number[] {
  const ways: Uint8Array[] = [];
  let before = new Float64Array(frames + 1).fill(Infinity);
  before[0] = 0;
  for (const cost of costs) {
    const way = new Uint8Array(frames + 1);
    const sums = new Float64Array(frames + 1).fill(Infinity);
    for (let frame = 1; frame <= frames; frame += 1) {
      const [both, down, on] = [before[frame - 1] ?? Infinity, before[frame] ?? Infinity, sums[frame - 1] ?? Infinity];
      const least = Math.min(both, down, on);
      way[frame] = least === both ? BOTH : least === down ? DOWN : ON;
      sums[frame] = (cost[frame - 1] ?? 0) + least;
    }
    ways.push(way);
    before = sums;
  }
  const first = costs.map(() => 0);
  let [row, frame] = [costs.length, frames];
  while (row > 0 && frame > 0) {
    first[row - 1] = frame - 1;
    const way = ways[row - 1]?.[frame];
    if (way !== ON) row -= 1;
    if (way !== DOWN) frame -= 1;
  }
  return first;
}

const [BOTH, DOWN, ON] = [0, 1, 2];
