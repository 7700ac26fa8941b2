import type { Classifier } from '../../../ports/classifier.ts';
import type { Finding, ModelDetector } from '../../../ports/guard.ts';

/** Name of the detector in policies and records. */
const CLASSIFIER_DETECTOR = 'classifier';

/** Window size suited to a model of 512 tokens, and overlap of consecutive windows, in UTF-16 code units. */
const WINDOW = 1500;
const OVERLAP = 300;

/**
 * A text classifier as a detector: the score is the highest probability of any of `labels` (ignoring case). Long text is read in
 * overlapping windows; each window with such a label is a separate finding.
 */
export function createClassifierDetector({
  classifier,
  labels,
}: {
  readonly classifier: Classifier;
  readonly labels: readonly string[];
}): ModelDetector {
  const wanted = new Set(labels.map((label) => label.toLowerCase()));
  return {
    name: CLASSIFIER_DETECTOR,
    directions: ['input'],
    async infer({ id, text }, { signal }) {
      if (text.trim() === '') return [];
      const windows = windowsOf(text);
      const results = await classifier.classify(
        windows.map(({ start, end }) => text.slice(start, end)),
        { signal },
      );
      // Windows without a result must not count as scanned.
      if (results.length !== windows.length) throw new TypeError('the classifier did not answer about every text');
      return windows.flatMap(({ start, end }, index): Finding[] => {
        const [category, score] = highest(results[index] ?? {}, wanted);
        return score < LEAST_SCORE ? [] : [{ detector: CLASSIFIER_DETECTOR, category, part: id, start, end, score }];
      });
    },
  };
}

/** Lowest score of a finding; weaker ones would only clutter the record. */
const LEAST_SCORE = 0.1;

function windowsOf(text: string): { readonly start: number; readonly end: number }[] {
  const windows = [];
  for (let start = 0; start === 0 || start + OVERLAP < text.length; start += WINDOW - OVERLAP) {
    windows.push({ start, end: Math.min(text.length, start + WINDOW) });
  }
  return windows;
}

function highest(scores: Readonly<Record<string, number>>, wanted: ReadonlySet<string>): readonly [string, number] {
  let best: readonly [string, number] = ['', 0];
  for (const [label, score] of Object.entries(scores)) {
    if (wanted.has(label.toLowerCase()) && score > best[1]) best = [label.toLowerCase(), score];
  }
  return best;
}
