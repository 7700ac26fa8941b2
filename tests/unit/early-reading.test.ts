import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { describe, it } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { createTurnJudge, type JudgeTurn } from '../../src/core/turn-ends.ts';
import type { Pcm, SpeechToText, Transcript } from '../../src/ports/speech.ts';
import { createEarlyReading } from '../../src/voice/live/early-reading.ts';
import type { PausedTurn } from '../../src/voice/live/live-input.ts';
import { changed, liveDefaults, type LiveSettings } from '../../src/voice/live/live-settings.ts';

function audioOf(seconds: number): Pcm {
  return { samples: new Float32Array(seconds * 100), sampleRate: 100 };
}

function pausedTurn(itemId: string, seconds: number, sinceMs: number): PausedTurn {
  return { itemId, seconds, sinceMs, audio: (last = seconds) => audioOf(Math.min(last, seconds)) };
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

const LIMITS = { maxPromptWords: 100, liveInterruptMs: 1000 };
const SETTINGS: LiveSettings = liveDefaults(LIMITS);
const signal = new AbortController().signal;
const judgeTurn = createTurnJudge(await readFile(new URL('../../models/turns-en/ends.txt', import.meta.url), 'utf8'));

describe('createEarlyReading()', () => {
  it('reads a turn in its last silence, so that the transcript is there when it ends', async () => {
    const { asked, speechToText } = recogniser();
    const early = createEarlyReading({ speechToText, sessionId: 'session-1', settings: () => SETTINGS, signal });
    early.begin(pausedTurn('item_1', 2, 2000));
    const begun = early.take({ itemId: 'item_1', sinceMs: 2030 });
    assert.equal((await begun)?.text, '2 s');
    assert.equal(asked.length, 1);
    assert.equal(early.take({ itemId: 'item_1', sinceMs: 2000 }), undefined);
  });

  it('drops a reading when somebody has gone on speaking, and when another turn ends', () => {
    const { asked, speechToText } = recogniser();
    const early = createEarlyReading({ speechToText, sessionId: 'session-1', settings: () => SETTINGS, signal });
    early.begin(pausedTurn('item_1', 2, 2000));
    assert.equal(early.take({ itemId: 'item_1', sinceMs: 3500 }), undefined);
    early.begin(pausedTurn('item_2', 1, 5000));
    assert.equal(early.take({ itemId: 'item_3', sinceMs: 5000 }), undefined);
    assert.deepEqual(
      asked.map((question) => question.signal?.aborted),
      [true, true],
    );
  });

  it('reads again from each pause, and only the last reading counts', async () => {
    const { asked, speechToText } = recogniser();
    const early = createEarlyReading({ speechToText, sessionId: 'session-1', settings: () => SETTINGS, signal });
    early.begin(pausedTurn('item_1', 2, 2000));
    early.begin(pausedTurn('item_1', 3, 3000));
    assert.equal((await early.take({ itemId: 'item_1', sinceMs: 3000 }))?.text, '3 s');
    assert.deepEqual(
      asked.map((question) => question.signal?.aborted),
      [true, false],
    );
  });

  it('reads no long turn, none that the client ends, and none whose silence is shorter than a pause', () => {
    const { asked, speechToText } = recogniser();
    createEarlyReading({ speechToText, sessionId: 'session-1', settings: () => SETTINGS, signal }).begin(pausedTurn('item_1', 16, 16_000));
    const byClient = { ...SETTINGS, turnDetection: undefined };
    createEarlyReading({ speechToText, sessionId: 'session-1', settings: () => byClient, signal }).begin(pausedTurn('item_1', 1, 1000));
    const hasty = { ...SETTINGS, turnDetection: SETTINGS.turnDetection && { ...SETTINGS.turnDetection, silenceMs: 200 } };
    createEarlyReading({ speechToText, sessionId: 'session-1', settings: () => hasty, signal }).begin(pausedTurn('item_1', 1, 1000));
    assert.equal(asked.length, 0);
  });

  it('is not taken for a turn that was ended while somebody spoke', () => {
    const { speechToText } = recogniser();
    const early = createEarlyReading({ speechToText, sessionId: 'session-1', settings: () => SETTINGS, signal });
    early.begin(pausedTurn('item_1', 2, 2000));
    assert.equal(early.take({ itemId: 'item_1' }), undefined);
  });

  it('is of no use once the language has changed', () => {
    const { speechToText } = recogniser();
    let settings = SETTINGS;
    const early = createEarlyReading({ speechToText, sessionId: 'session-1', settings: () => settings, signal });
    early.begin(pausedTurn('item_1', 1, 1000));
    settings = { ...SETTINGS, hearing: { language: 'de' } };
    assert.equal(early.take({ itemId: 'item_1', sinceMs: 1000 }), undefined);
  });
});

/** Settings of a client that leaves it to the words when a turn is over. */
const BY_WORDS = changed(SETTINGS, { audio: { input: { turn_detection: { type: 'semantic_vad', eagerness: 'medium' } } } }, LIMITS);

/** A pause behind these words, and for how long it lasts before the turn ends, as soon as they are understood. */
async function silenceAfter(text: string, settings = BY_WORDS, seconds = 2, judge: JudgeTurn = judgeTurn): Promise<number | undefined> {
  const asked: number[] = [];
  const speechToText: SpeechToText = {
    model: 'scripted',
    async transcribe({ samples, sampleRate }) {
      asked.push(samples.length / sampleRate);
      return { text, language: 'en', durationInSeconds: 1 };
    },
  };
  const early = createEarlyReading({ speechToText, sessionId: 'session-1', settings: () => settings, judge, signal });
  early.begin(pausedTurn('item_1', seconds, seconds * 1000));
  await setImmediate();
  assert.ok(asked.every((length) => length <= 15));
  return early.detection?.silenceMs;
}

describe('createEarlyReading(), with semantic_vad', () => {
  it('lets a turn end soon behind words that end a sentence, and waits for more behind others', async () => {
    assert.equal(await silenceAfter('What is the weather like in Paris?'), 500);
    assert.equal(await silenceAfter("I'd like to book a table for"), 4000);
    assert.equal(await silenceAfter(''), 900);
  });

  it('waits longer or less long as the eagerness says', async () => {
    for (const [eagerness, waits] of [
      ['high', [300, 2000]],
      ['auto', [500, 4000]],
      ['low', [1000, 8000]],
    ] as const) {
      const settings = changed(SETTINGS, { audio: { input: { turn_detection: { type: 'semantic_vad', eagerness } } } }, LIMITS);
      assert.deepEqual([await silenceAfter('Thank you.', settings), await silenceAfter('and then the', settings)], waits);
    }
  });

  it('judges a long turn by its last words, and reads it whole only when it ends', async () => {
    assert.equal(await silenceAfter('and then we went to the', BY_WORDS, 40), 4000);
  });

  it('goes by silence alone where the words cannot be judged, and for clients that say how long it lasts', async () => {
    assert.equal(await silenceAfter('und dann', BY_WORDS, 2, () => undefined), 900);
    assert.equal(await silenceAfter('and then the', SETTINGS), 500);
  });

  it('knows nothing of a further pause before its words are understood', async () => {
    let text = 'and then the';
    const speechToText: SpeechToText = { model: 'scripted', transcribe: async () => ({ text, language: 'en', durationInSeconds: 1 }) };
    const early = createEarlyReading({ speechToText, sessionId: 'session-1', settings: () => BY_WORDS, judge: judgeTurn, signal });
    early.begin(pausedTurn('item_1', 2, 2000));
    await setImmediate();
    text = 'and then the train was late';
    early.begin(pausedTurn('item_1', 4, 4000));
    assert.equal(early.detection?.silenceMs, 900);
    await setImmediate();
    assert.equal(early.detection?.silenceMs, 500);
  });
});
