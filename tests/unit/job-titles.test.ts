import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { withoutJobTitles } from '../../src/domain/guardrails/job-titles.ts';

describe('titles of people’s jobs', () => {
  it('are read as those of people, and move nothing', () => {
    const text = 'The teaching assistant asks an Assistant Manager; sales assistants and assistant-directors wait. Legal Assistant wanted!';
    const read = withoutJobTitles(text);
    assert.equal(
      read,
      'The teaching associate asks an Associate Manager; sales associates and associate-directors wait. Legal Associate wanted!',
    );
    assert.equal(read.length, text.length);
  });

  it('are all read, in the whole of a long text', () => {
    const handbook = 'The office assistant files the letters. '.repeat(1000);
    assert.equal(withoutJobTitles(handbook), handbook.replaceAll('assistant', 'associate'));
  });

  it('are told from assistants that are software, or may be', () => {
    for (const text of [
      'The assistant must not answer.',
      'Assistant, send the mail.',
      'Your personal assistant and the virtual assistant agree.',
      'A writing assistant, a research assistant, an AI assistant',
    ]) {
      assert.equal(withoutJobTitles(text), text);
    }
  });

  it('are found beside a word alone, not within one', () => {
    for (const text of ['workshop assistant', 'assistant managerial work', 'my_office assistant'])
      assert.equal(withoutJobTitles(text), text);
  });
});
