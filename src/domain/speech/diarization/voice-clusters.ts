import { dotProduct } from '../../../core/dot-product.ts';
import { yieldToEventLoop } from '../../../core/yield-to-event-loop.ts';
import { mostAlike, sumOf, unit } from './vectors.ts';

/** Vectors of what is taken for one voice. */
export interface VoiceCluster {
  /** The sum of its vectors. */
  readonly sum: Float32Array;
  /** Their places in the list that was clustered. */
  readonly members: readonly number[];
}

/** Most clusters that are compared with each other at once, which bounds time and memory: a matrix of a megabyte. */
const MOST_AT_ONCE = 512;

/**
 * Clusters unit vectors from the bottom up, however many clusters that gives: two are merged as long as the mean cosine between their vectors is
 * at least `threshold` (average linkage). Long lists are clustered in blocks whose clusters are then clustered again, so that time grows with the
 * length and not with its square. Yields to the event loop; throws the signal's reason when it aborts.
 */
export async function clusterVoices(vectors: readonly Float32Array[], threshold: number, signal?: AbortSignal): Promise<VoiceCluster[]> {
  let clusters: VoiceCluster[] = vectors.map((sum, place) => ({ sum, members: [place] }));
  for (let before = Infinity; clusters.length > MOST_AT_ONCE && clusters.length < before;) {
    before = clusters.length;
    const merged: VoiceCluster[] = [];
    for (let from = 0; from < before; from += MOST_AT_ONCE) {
      merged.push(...(await mergeAlike(clusters.slice(from, from + MOST_AT_ONCE), threshold, signal)));
    }
    clusters = merged;
  }
  if (clusters.length <= MOST_AT_ONCE) return await mergeAlike(clusters, threshold, signal);
  return joinSmallest(clusters);
}

/**
 * Average linkage by chains of nearest neighbours: follows each cluster to its nearest until two are each other's, and merges those. Gives what
 * merging the most alike first gives, in quadratic time.
 */
async function mergeAlike(clusters: readonly VoiceCluster[], threshold: number, signal: AbortSignal | undefined): Promise<VoiceCluster[]> {
  const count = clusters.length;
  const merged: (VoiceCluster | undefined)[] = [...clusters];
  const likeness = await likenessMatrix(clusters, signal);
  const done: VoiceCluster[] = [];
  const chain: number[] = [];
  for (let left = count; left > 0;) {
    if (chain.length === 0) chain.push(merged.findIndex((cluster) => cluster !== undefined));
    const last = chain.at(-1) ?? 0;
    const [nearest, alike] = nearestOf(last, merged, likeness);
    const [one, other] = [merged[last], merged[nearest]];
    if (one === undefined) break;
    if (other === undefined || alike < threshold) {
      // Nothing that is merged later can become more alike than the nearest is now.
      done.push(one);
      merged[last] = undefined;
      chain.pop();
      left -= 1;
    } else if (nearest === chain.at(-2)) {
      chain.length -= 2;
      const [mine, its] = [one.members.length, other.members.length];
      for (let row = 0; row < count; row += 1) {
        const mean = ((likeness[last * count + row] ?? 0) * mine + (likeness[nearest * count + row] ?? 0) * its) / (mine + its);
        likeness[last * count + row] = mean;
        likeness[row * count + last] = mean;
      }
      merged[last] = joined(one, other);
      merged[nearest] = undefined;
      left -= 1;
    } else chain.push(nearest);
  }
  return done;
}

/** The mean cosines between the vectors of each two clusters. */
async function likenessMatrix(clusters: readonly VoiceCluster[], signal: AbortSignal | undefined): Promise<Float32Array> {
  const count = clusters.length;
  const matrix = new Float32Array(count * count);
  for (const [row, one] of clusters.entries()) {
    for (let column = 0; column < row; column += 1) {
      const other = clusters[column];
      if (other === undefined) continue;
      const mean = dotProduct(one.sum, other.sum) / (one.members.length * other.members.length);
      matrix[row * count + column] = mean;
      matrix[column * count + row] = mean;
    }
    if (row % ROWS_AT_A_TIME < ROWS_AT_A_TIME - 1) continue;
    await yieldToEventLoop();
    signal?.throwIfAborted();
  }
  return matrix;
}

/** Rows of the matrix between two turns of the event loop: about a millisecond. */
const ROWS_AT_A_TIME = 16;

function nearestOf(one: number, clusters: readonly (VoiceCluster | undefined)[], likeness: Float32Array): readonly [number, number] {
  let nearest = -1;
  let most = -Infinity;
  for (let other = 0; other < clusters.length; other += 1) {
    const alike = likeness[one * clusters.length + other] ?? 0;
    if (other === one || clusters[other] === undefined || alike <= most) continue;
    nearest = other;
    most = alike;
  }
  return [nearest, most];
}

/** Too many that are all unlike each other: the largest stay, and each other one joins the most alike of them. */
function joinSmallest(clusters: readonly VoiceCluster[]): VoiceCluster[] {
  const bySize = clusters.toSorted((one, other) => other.members.length - one.members.length);
  const kept = bySize.slice(0, MOST_AT_ONCE);
  const directions = kept.map(({ sum }) => unit(sum));
  for (const cluster of bySize.slice(MOST_AT_ONCE)) {
    const { place } = mostAlike(cluster.sum, directions);
    const host = kept[place];
    if (host !== undefined) kept[place] = joined(host, cluster);
  }
  return kept;
}

function joined(one: VoiceCluster, other: VoiceCluster): VoiceCluster {
  return { sum: sumOf([one.sum, other.sum]), members: [...one.members, ...other.members] };
}
