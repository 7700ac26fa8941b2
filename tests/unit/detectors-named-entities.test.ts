import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createNamedEntitiesDetector } from '../../src/domain/guardrails/detectors/named-entities.ts';
import type { TokenClassifier } from '../../src/ports/token-classifier.ts';

/** A model that knows some words. */
function knowing(words: Readonly<Record<string, string>>, score = 0.9): TokenClassifier {
  return {
    model: 'scripted',
    labels: [],
    tag: (texts) =>
      Promise.resolve(
        texts.map((text) =>
          Object.entries(words)
            .filter(([word]) => text.includes(word))
            .map(([word, label]) => ({ start: text.indexOf(word), end: text.indexOf(word) + word.length, label, score }))
            .toSorted((a, b) => a.start - b.start),
        ),
      ),
  };
}

async function found(text: string, words: Readonly<Record<string, string>>, score?: number): Promise<string[]> {
  const { signal } = new AbortController();
  const findings = await createNamedEntitiesDetector({ tagger: knowing(words, score) }).infer(
    { id: 'p', role: 'user', channel: 'user', text },
    { signal },
  );
  return findings.map(({ category, start, end }) => `${category} ${text.slice(start, end)}`);
}

describe('createNamedEntitiesDetector()', () => {
  it('reads the labels of many models', async () => {
    assert.deepEqual(await found('Ann of Acme in Oslo', { Ann: 'PER', Acme: 'ORG', Oslo: 'GPE' }), [
      'person Ann',
      'organization Acme',
      'location Oslo',
    ]);
    assert.deepEqual(await found('Ann Lee, Elm Road', { Ann: 'GIVENNAME', Lee: 'last_name', 'Elm Road': 'STREET' }), [
      'person Ann',
      'person Lee',
      'address Elm Road',
    ]);
    assert.deepEqual(await found('a Dutch cup', { Dutch: 'MISC' }), []);
    assert.deepEqual(await found('Ann', { Ann: 'PER' }, 0.2), []);
  });

  for (const [text, words, address] of [
    ['at 12 Elm Road, Springfield please', { 'Elm Road': 'LOC', Springfield: 'LOC' }, '12 Elm Road, Springfield'],
    ['Hauptstraße 7b, 10115 Berlin', { Hauptstraße: 'LOC', Berlin: 'LOC' }, 'Hauptstraße 7b, 10115 Berlin'],
    ['22 Rue des Lilas\n75001 Paris', { 'Rue des Lilas': 'LOC', Paris: 'LOC' }, '22 Rue des Lilas\n75001 Paris'],
  ] as const) {
    it(`joins an address: ${JSON.stringify(text)}`, async () => assert.deepEqual(await found(text, words), [`address ${address}`]));
  }

  it('asks no model about a text without words', async () => {
    const asked: string[] = [];
    const tagger: TokenClassifier = { model: 'm', labels: [], tag: (texts) => (asked.push(...texts), Promise.resolve([[]])) };
    await createNamedEntitiesDetector({ tagger }).infer(
      { id: 'p', role: 'user', channel: 'user', text: '12 + 30 = 42' },
      { signal: new AbortController().signal },
    );
    assert.deepEqual(asked, []);
  });
});
