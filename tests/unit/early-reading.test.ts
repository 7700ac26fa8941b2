import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Pcm, SpeechToText, Transcript } from '../../src/ports/speech.ts';
import { createEarlyReading } from '../../src/voice/live/early-reading.ts';
import type { PausedTurn } from '../../src/voice/live/live-input.ts';
import { LIVE_DEFAULTS, type LiveSettings } from '../../src/voice/live/live-settings.ts';

function audioOf(seconds: number): Pcm {
  return { samples: new Float32Array(seconds * 100), sampleRate: 100 };
}

function pausedTurn(itemId: string, seconds: number, sinceMs: number): PausedTurn {
  return { itemId, seconds, sinceMs, audio: () => audioOf(seconds) };
}

/** A recogniser that answers at once, and what it was asked. */
function recogniser() {
  const asked: { readonly seconds: number; readonly language: string | undefined; readonly signal: AbortSignal | undefined }[] = [];
  const speechToText: SpeechToText = {
    model: 'scripted',
    async transcribe({ samples, sampleRate }, { language, signal } = {}): Promise<Transcript> {
      const seconds = samples.length / sampleRate;
      asked.push({ seconds, language, signal });
      return { text: `${seconds} s`, language: 'en', durationInSeconds: seconds };
    },
  };
  return { asked, speechToText };
}

const SETTINGS: LiveSettings = LIVE_DEFAULTS;
const SILENCE_MS = SETTINGS.turnDetection?.silenceMs ?? 0;
const signal = new AbortController().signal;

describe('createEarlyReading()', () => {
  it('reads a turn in its last silence, so that the transcript is there when it ends', async () => {
    const { asked, speechToText } = recogniser();
    const early = createEarlyReading(speechToText, () => SETTINGS, signal);
    early.begin(pausedTurn('item_1', 2, 2000));
    const begun = early.take({ itemId: 'item_1', atMs: 2000 + SILENCE_MS + 40 });
    assert.equal((await begun)?.text, '2 s');
    assert.equal(asked.length, 1);
    assert.equal(early.take({ itemId: 'item_1', atMs: 2000 + SILENCE_MS }), undefined);
  });

  it('drops a reading when somebody has gone on speaking, and when another turn ends', () => {
    const { asked, speechToText } = recogniser();
    const early = createEarlyReading(speechToText, () => SETTINGS, signal);
    early.begin(pausedTurn('item_1', 2, 2000));
    assert.equal(early.take({ itemId: 'item_1', atMs: 3500 + SILENCE_MS }), undefined);
    early.begin(pausedTurn('item_2', 1, 5000));
    assert.equal(early.take({ itemId: 'item_3', atMs: 5000 + SILENCE_MS }), undefined);
    assert.deepEqual(
      asked.map((question) => question.signal?.aborted),
      [true, true],
    );
  });

  it('reads again from each pause, and only the last reading counts', async () => {
    const { asked, speechToText } = recogniser();
    const early = createEarlyReading(speechToText, () => SETTINGS, signal);
    early.begin(pausedTurn('item_1', 2, 2000));
    early.begin(pausedTurn('item_1', 3, 3000));
    assert.equal((await early.take({ itemId: 'item_1', atMs: 3000 + SILENCE_MS }))?.text, '3 s');
    assert.deepEqual(
      asked.map((question) => question.signal?.aborted),
      [true, false],
    );
  });

  it('reads no long turn, none that the client ends, and none whose silence is shorter than a pause', () => {
    const { asked, speechToText } = recogniser();
    createEarlyReading(speechToText, () => SETTINGS, signal).begin(pausedTurn('item_1', 16, 16_000));
    const byClient = { ...SETTINGS, turnDetection: undefined };
    createEarlyReading(speechToText, () => byClient, signal).begin(pausedTurn('item_1', 1, 1000));
    const hasty = { ...SETTINGS, turnDetection: SETTINGS.turnDetection && { ...SETTINGS.turnDetection, silenceMs: 200 } };
    createEarlyReading(speechToText, () => hasty, signal).begin(pausedTurn('item_1', 1, 1000));
    assert.equal(asked.length, 0);
  });

  it('is of no use once the language has changed', () => {
    const { speechToText } = recogniser();
    let settings = SETTINGS;
    const early = createEarlyReading(speechToText, () => settings, signal);
    early.begin(pausedTurn('item_1', 1, 1000));
    settings = { ...SETTINGS, language: 'de' };
    assert.equal(early.take({ itemId: 'item_1', atMs: 1000 + SILENCE_MS }), undefined);
  });
});
