import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { rememberingLanguage } from '../../src/domain/speech/remembered-language.ts';
import type { SpeechToText, Transcript } from '../../src/ports/speech.ts';

const audio = { samples: new Float32Array(0), sampleRate: 16_000 };

describe('rememberingLanguage()', () => {
  it('tells the recogniser in which language people spoke last, of what was long enough to tell', async () => {
    const told: (string | undefined)[] = [];
    const answers: Transcript[] = [
      { text: 'Guten Tag.', language: 'de', durationInSeconds: 2 },
      { text: 'Okay.', language: 'en', durationInSeconds: 0.6 },
      { text: '', language: 'en', durationInSeconds: 3 },
      { text: 'Good morning.', language: 'en', durationInSeconds: 2 },
    ];
    const recogniser: SpeechToText = {
      model: 'stt-en',
      async transcribe(_, { spokenBefore } = {}) {
        const answer = answers[told.length];
        told.push(spokenBefore);
        return answer ?? { text: '', language: 'en', durationInSeconds: 0 };
      },
    };
    const remembering = rememberingLanguage(recogniser);
    for (let turn = 0; turn < 5; turn += 1) await remembering.transcribe(audio);
    assert.deepEqual(told, [undefined, 'de', 'de', 'de', 'en']);
  });
});
