import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { dotProduct } from '../../src/core/dot-product.ts';
import { mostAlike, unit } from '../../src/domain/speech/diarization/vectors.ts';
import { clusterVoices } from '../../src/domain/speech/diarization/voice-clusters.ts';
import { numbersOf } from '../fixtures/numbers-of-a-seed.ts';

const DIMENSIONS = 16;

/** Shares from 0 to 1, the same in every run. */
function sharesOf(seed: number): () => number {
  const next = numbersOf(seed);
  return () => next(1_000_000) / 1_000_000;
}

/** Vectors around some directions, one of each in turn. */
function scattered(directions: number, count: number, spread: number, seed = 1): Float32Array[] {
  const random = sharesOf(seed);
  const around = (centre: Float32Array, by: number): Float32Array => unit(centre.map((value) => value + by * (random() - 0.5)));
  const centres = Array.from({ length: directions }, () => around(new Float32Array(DIMENSIONS), 1));
  return Array.from({ length: count }, (_, index) => around(centres[index % directions] ?? new Float32Array(DIMENSIONS), spread));
}

/** The plain way: merges the two clusters of the highest mean cosine until it is below the threshold. */
function plainly(vectors: readonly Float32Array[], threshold: number): number[][] {
  const clusters = vectors.map((_, index) => [index]);
  const mean = (one: readonly number[], other: readonly number[]): number => {
    let sum = 0;
    for (const a of one) for (const b of other) sum += dotProduct(vectors[a] ?? new Float32Array(), vectors[b] ?? new Float32Array());
    return sum / (one.length * other.length);
  };
  for (;;) {
    let [most, first, second] = [-Infinity, 0, 0];
    for (const [a, one] of clusters.entries()) {
      for (const [b, other] of clusters.entries()) if (b < a && mean(one, other) > most) [most, first, second] = [mean(one, other), a, b];
    }
    if (most < threshold) return clusters;
    clusters[second]?.push(...(clusters.splice(first, 1)[0] ?? []));
  }
}

const sorted = (clusters: readonly (readonly number[])[]): string[] =>
  clusters.map((members) => members.toSorted((a, b) => a - b).join(' ')).toSorted();

describe('clusterVoices()', () => {
  it('gives as many clusters as there are voices, each with all of its windows', async () => {
    for (const voices of [1, 2, 5]) {
      const clusters = await clusterVoices(scattered(voices, 60, 0.2), 0.7);
      assert.deepEqual(
        clusters.map(({ members }) => new Set(members.map((place) => place % voices)).size),
        Array.from({ length: voices }, () => 1),
      );
    }
  });

  it('gives what merging the most alike first gives', async () => {
    for (let seed = 1; seed <= 12; seed += 1) {
      const vectors = scattered(4, 30, 0.9, seed);
      for (const threshold of [0.2, 0.5, 0.8]) {
        const clusters = await clusterVoices(vectors, threshold);
        assert.deepEqual(sorted(clusters.map(({ members }) => members)), sorted(plainly(vectors, threshold)));
      }
    }
  });

  it('gives the sum of the vectors of each cluster', async () => {
    const vectors = scattered(2, 10, 0.2);
    for (const { sum, members } of await clusterVoices(vectors, 0.7)) {
      const added = members.reduce((total, place) => total + (vectors[place]?.[3] ?? NaN), 0);
      assert.ok(Math.abs((sum[3] ?? NaN) - added) < 1e-5);
    }
  });

  it('finds the same voices in hours of speech, where a matrix of all with all would take 1.6 GB', async () => {
    const clusters = await clusterVoices(scattered(3, 20_000, 0.2), 0.7);
    assert.deepEqual(
      clusters.map(({ members }) => members.length).toSorted((a, b) => b - a),
      [6667, 6667, 6666],
    );
  });

  it('is bounded where no two windows are alike', async () => {
    const random = sharesOf(5);
    const vectors = Array.from({ length: 3000 }, () => unit(Float32Array.from({ length: DIMENSIONS }, () => random() - 0.5)));
    const clusters = await clusterVoices(vectors, 0.999);
    assert.equal(clusters.length, 512);
    assert.equal(
      clusters.reduce((total, { members }) => total + members.length, 0),
      3000,
    );
  });

  it('lets other work run in between, and stops when it is told to', async () => {
    let turns = 0;
    const timer = setInterval(() => (turns += 1), 0);
    await clusterVoices(scattered(3, 4000, 0.2), 0.7);
    clearInterval(timer);
    assert.ok(turns > 0);
    await assert.rejects(clusterVoices(scattered(3, 1000, 0.2), 0.7, AbortSignal.abort(new Error('left'))), /left/);
  });

  it('gives nothing for nothing', async () => {
    assert.deepEqual(await clusterVoices([], 0.5), []);
  });
});

describe('mostAlike() and unit()', () => {
  it('find the nearest direction, and leave nothing as it is', () => {
    const directions = [Float32Array.of(1, 0), Float32Array.of(0, 1)];
    assert.equal(mostAlike(Float32Array.of(0.2, 0.9), directions).place, 1);
    assert.deepEqual(unit(Float32Array.of(3, 4)), Float32Array.of(0.6, 0.8));
    assert.deepEqual(unit(Float32Array.of(0, 0)), Float32Array.of(0, 0));
  });
});
