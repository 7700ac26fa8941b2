import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { describe, it } from 'node:test';
import { gunzipSync } from 'node:zlib';
import { createCanaryDetector } from '../../src/domain/guardrails/detectors/canary.ts';
import { cardNumberDetector } from '../../src/domain/guardrails/detectors/card-number.ts';
import { createClassifierDetector } from '../../src/domain/guardrails/detectors/classifier.ts';
import { emailAddressDetector } from '../../src/domain/guardrails/detectors/email-address.ts';
import { createInjectionDetector } from '../../src/domain/guardrails/detectors/injection.ts';
import { createLinkDetector } from '../../src/domain/guardrails/detectors/links.ts';
import { createNamedEntitiesDetector } from '../../src/domain/guardrails/detectors/named-entities.ts';
import { createPatternDetector } from '../../src/domain/guardrails/detectors/patterns.ts';
import { createPersonalDataDetector } from '../../src/domain/guardrails/detectors/personal-data.ts';
import { createPhraseDetector } from '../../src/domain/guardrails/detectors/phrases.ts';
import { createPromptLeakDetector } from '../../src/domain/guardrails/detectors/prompt-leak.ts';
import { secretsDetector } from '../../src/domain/guardrails/detectors/secrets.ts';
import { createLanguageDetector } from '../../src/domain/guardrails/detectors/text-language.ts';
import { createSizeDetector } from '../../src/domain/guardrails/detectors/text-size.ts';
import { categoriesOf, onlyDirectionOf } from '../../src/domain/guardrails/policy/finding-categories.ts';
import { DEFAULT_POLICY } from '../../src/domain/guardrails/policy/policy.ts';

const DATA = new URL('../../../shared/guard-eval/', import.meta.url);
const detectors = [
  createInjectionDetector(),
  cardNumberDetector,
  emailAddressDetector,
  createPersonalDataDetector({ isTelephone: () => true }),
  secretsDetector,
];

describe('categoriesOf()', () => {
  it('names every category that is found in the development rows', async () => {
    // They lie beside the repository; where they are not, there is nothing to look through.
    if (!existsSync(DATA)) return;
    const files = [
      gunzipSync(await readFile(new URL('pii.jsonl.gz', DATA))).toString(),
      await readFile(new URL('prompts.jsonl', DATA), 'utf8'),
    ];
    const seen = new Set<string>();
    for (const line of files.flatMap((file) => file.trim().split('\n'))) {
      const { text } = JSON.parse(line) as { readonly text: string };
      for (const detector of detectors) {
        for (const { category } of detector.inspect({ id: 'p', role: 'user', channel: 'user', text })) {
          seen.add(`${detector.name} ${category}`);
          assert.ok(categoriesOf(detector.name)?.includes(category), `${detector.name} ${category}`);
        }
      }
    }
    assert.ok(seen.size > 30, `${seen.size}`);
  });

  it('knows those of every check of the shipped policy', () => {
    for (const { detector } of DEFAULT_POLICY.checks) assert.ok((categoriesOf(detector)?.length ?? 0) > 0, detector);
  });

  it('knows one for every language that is told, by its script or by what is asked', async () => {
    const detector = createLanguageDetector({ allowed: ['en'], minCharacters: 10 }, async () => 'de');
    const found = await Promise.all(
      ['Wie spät ist es, und wo geht es zum Bahnhof?', 'Который час и как пройти на вокзал?', '今は何時ですか。駅はどこですか。'].map(
        async (text) => {
          const findings = await detector.infer({ id: 'p', role: 'user', channel: 'user', text }, { signal: new AbortController().signal });
          return findings.map(({ category }) => category);
        },
      ),
    );
    assert.deepEqual(found, [['language_de'], ['language_ru'], ['language_ja']]);
    for (const category of found.flat()) assert.ok(categoriesOf('language')?.includes(category), category);
  });

  it('takes those of phrases from their lists and those of patterns from their names, and says nothing where labels are a model’s', () => {
    assert.deepEqual(categoriesOf('phrases', { lists: [{ name: 'rivals', phrases: ['Initech'] }] }), ['rivals']);
    assert.deepEqual(categoriesOf('patterns', { patterns: [{ name: 'ticket', pattern: 'T-[0-9]+' }] }), ['ticket']);
    assert.equal(categoriesOf('classifier'), undefined);
    assert.equal(categoriesOf('constructor'), undefined);
  });
});

describe('onlyDirectionOf()', () => {
  it('says of every check what the check itself says', () => {
    const classifier = { classifier: { model: 'm', labels: [], classify: async () => [] }, labels: [] };
    const checks = [
      ...detectors,
      createClassifierDetector(classifier),
      createNamedEntitiesDetector({ tagger: { model: 'm', labels: [], tag: async () => [] } }),
      createLanguageDetector({ allowed: [] }, async () => undefined),
      createPhraseDetector([]),
      createPatternDetector([]),
      createSizeDetector({}),
      createLinkDetector(),
      createPromptLeakDetector(),
      createCanaryDetector('token'),
    ];
    for (const { name, directions } of checks) {
      assert.equal(onlyDirectionOf(name), directions.length === 1 ? directions[0] : undefined, name);
    }
  });
});
