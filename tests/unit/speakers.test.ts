import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ServiceError, type ErrorKind } from '../../src/core/errors.ts';
import { createSpeakers } from '../../src/domain/speech/speakers.ts';
import type { TextToSpeech } from '../../src/ports/speech.ts';

/** A speaker with some voices, whose sample is its number; or one that fails. */
function speaker(mark: number, voices: readonly string[], failure?: ErrorKind): TextToSpeech {
  return {
    model: `speaker-${mark}`,
    voices: voices.map((id) => ({ id, language: 'en' })),
    async checkVoice(voice) {
      if (failure !== undefined) throw new ServiceError(failure, 'It cannot.');
      if (!voices.includes(voice)) throw new ServiceError('invalid_input', `No voice at ${mark}.`, { param: 'voice' });
    },
    async *synthesize(_text, { voice = 'default' } = {}) {
      await this.checkVoice?.(voice);
      yield { samples: Float32Array.of(mark), sampleRate: 8000 };
      yield { samples: Float32Array.of(mark), sampleRate: 8000 };
    },
  };
}

async function marks(speakers: TextToSpeech, voice?: string): Promise<number[]> {
  const chunks = await Array.fromAsync(speakers.synthesize('Hello.', voice === undefined ? {} : { voice }));
  return chunks.map(({ samples }) => samples[0] ?? NaN);
}

describe('createSpeakers()', () => {
  const both = createSpeakers(speaker(1, ['default', 'ada']), speaker(2, ['default', 'de']));

  it('goes by the first one and speaks with it by default', async () => {
    assert.equal(both.model, 'speaker-1');
    assert.deepEqual(await marks(both), [1, 1]);
  });

  it('lists every voice once, the first one’s default first', () => {
    assert.deepEqual(
      both.voices.map(({ id }) => id),
      ['default', 'ada', 'de'],
    );
  });

  it('speaks each voice with the first that has it', async () => {
    assert.deepEqual(await marks(both, 'ada'), [1, 1]);
    assert.deepEqual(await marks(both, 'de'), [2, 2]);
  });

  it('knows beforehand which voices there are', async () => {
    await both.checkVoice?.('ada');
    await both.checkVoice?.('de');
    await assert.rejects(async () => await both.checkVoice?.('xx'), /No voice at 1/);
    const absent = createSpeakers(speaker(1, ['default']), speaker(2, ['de'], 'provider_unavailable'));
    await assert.rejects(async () => await absent.checkVoice?.('de'), /No voice at 1/);
    await assert.rejects(async () => await createSpeakers(speaker(1, [], 'provider_unavailable')).checkVoice?.('de'), /cannot/);
  });

  it('refuses a voice that none has in the words of the first', async () => {
    await assert.rejects(marks(both, 'xx'), /No voice at 1/);
  });

  it('takes a further speaker that cannot run for one without voices', async () => {
    const speakers = createSpeakers(speaker(1, ['default']), speaker(2, ['de'], 'provider_unavailable'));
    await assert.rejects(marks(speakers, 'de'), /No voice at 1/);
  });

  it('passes on every other failure, and that of the first one in any case', async () => {
    await assert.rejects(marks(createSpeakers(speaker(1, [], 'provider_unavailable'), speaker(2, ['default']))), /cannot/);
    await assert.rejects(marks(createSpeakers(speaker(1, []), speaker(2, [], 'timeout')), 'de'), /cannot/);
  });
});
