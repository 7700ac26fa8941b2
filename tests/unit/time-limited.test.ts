import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { timeLimited } from '../../src/domain/speech/time-limited.ts';
import { createScriptedEngines, forever, tone } from '../fixtures/scripted-engines.ts';

describe('timeLimited()', () => {
  it('passes the recording, the options and the transcript on within the limit', async () => {
    const { speechToText, calls } = createScriptedEngines();
    const heard: string[] = [];
    const audio = tone(0.1);
    const limited = timeLimited(speechToText, 60_000);
    const transcript = await limited.transcribe(audio, { language: 'de', model: 'default', onText: (text) => void heard.push(text) });
    assert.deepEqual([limited.model, transcript.text, transcript.language], ['scripted-stt', 'what time is it', 'de']);
    const [call] = calls.transcribed;
    assert.deepEqual([call?.audio, call?.options.language, call?.options.model], [audio, 'de', 'default']);
  });

  it('ends a transcription that takes longer with timeout, and stops the recogniser', async () => {
    const { speechToText, calls } = createScriptedEngines({ hear: async (_, { signal }) => await forever(signal) });
    await assert.rejects(timeLimited(speechToText, 20).transcribe(tone(0.1)), {
      kind: 'timeout',
      message: 'The transcription took longer than 20 ms.',
    });
    assert.equal(calls.transcribed[0]?.options.signal?.aborted, true);
  });

  it("stops with the caller's own reason when the caller leaves", async () => {
    const { speechToText } = createScriptedEngines({ hear: async () => await forever(undefined) });
    const leaving = new AbortController();
    const transcribing = timeLimited(speechToText, 60_000).transcribe(tone(0.1), { signal: leaving.signal });
    leaving.abort(new Error('gone'));
    await assert.rejects(transcribing, /gone/);
  });
});
