import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { definesWhatIsAsked } from '../../src/core/definitions.ts';
import { startCpuTime } from '../cpu-time.ts';

describe('definesWhatIsAsked()', () => {
  const found: readonly (readonly [question: string, text: string])[] = [
    ['What is superconductivity?', 'Overview\n\nSuperconductivity is a set of physical properties.'],
    ['what is a broker', 'Brokers are many. A broker is a server that keeps messages.'],
    ['What are neural networks?', 'In short: Neural\nnetworks are models that learn.'],
    ['Who was Ada Lovelace?', 'Ada Lovelace (1815 to 1852) was an English mathematician.'],
    ['What’s the Meissner effect?', 'The *Meissner effect* is the expulsion of a magnetic field.'],
    ['Define "latency".', 'Latency means how long something takes.'],
    ['What does the term C++ mean?', 'C++ is a language.'],
    ['What is the python-docx/C# 3.0 bridge?', 'The python-docx/C# 3.0 bridge is a program.'],
  ];
  for (const [question, text] of found)
    it(`finds what answers ${question}`, () => assert.equal(definesWhatIsAsked(question)?.(text), true));

  const passed: readonly (readonly [question: string, text: string])[] = [
    ['What is superconductivity?', 'High-temperature superconductivity is a field. It is superconductivity, is it not?'],
    ['What is superconductivity?', 'Superconductivity was discovered in 1911.'],
    ['What is a broker?', 'A broker is not a bank.'],
    ['What is a broker?', 'A stock broker is a person.'],
  ];
  for (const [question, text] of passed) it(`passes over ${text}`, () => assert.equal(definesWhatIsAsked(question)?.(text), false));

  for (const question of [
    'When is the meeting?',
    'What did Ann say?',
    'Who comes?',
    '',
    'What is the plan for Monday and who said so, and why? Tell me.',
  ]) {
    it(`is not asked by ${JSON.stringify(question)}`, () => assert.equal(definesWhatIsAsked(question), undefined));
  }

  it('reads long questions and texts in linear time', () => {
    const taken = startCpuTime();
    assert.equal(definesWhatIsAsked(`What is ${'a '.repeat(100_000)}`), undefined);
    assert.equal(definesWhatIsAsked('What is a b?')?.(`${'a '.repeat(100_000)}${'\n'.repeat(20_000)}. `), false);
    assert.ok(taken() < 2000);
  });
});
