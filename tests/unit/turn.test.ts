import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ServiceError } from '../../src/core/errors.ts';
import { runTurn, type TurnRequest } from '../../src/domain/speech/turn.ts';
import { createManualClock } from '../fixtures/manual-system.ts';
import { createScriptedEngines, forever, tone, type EngineScript } from '../fixtures/scripted-engines.ts';

function take(script: EngineScript, request: Partial<TurnRequest> = {}, clock = createManualClock()) {
  const engines = createScriptedEngines(script);
  const turn = runTurn(
    { ...engines, clock },
    {
      audio: tone(0.5),
      earlier: [],
      requestId: 'r-1',
      userId: 'ann',
      maxSpokenCharacters: 4096,
      signal: new AbortController().signal,
      ...request,
    },
  );
  return { engines, turn };
}

const breakDown = async (): Promise<never> => {
  throw new TypeError('secret detail');
};

describe('runTurn()', () => {
  it('hands the transcript to the bridge and the answer to the synthesiser', async () => {
    const { engines, turn } = take({}, { language: 'en-GB', voice: 'de' });
    const result = await turn;
    assert.equal(result.outcome, 'completed');
    assert.equal(result.transcript, 'what time is it');
    assert.equal(engines.calls.transcribed[0]?.options.language, 'en-GB');
    assert.deepEqual(
      engines.calls.asked.map(({ text, options }) => [text, options.requestId, options.userId]),
      [['what time is it', 'r-1', 'ann']],
    );
    assert.deepEqual(
      engines.calls.spoken.map(({ text, voice }) => [text, voice]),
      [['It is noon.', 'de']],
    );
  });

  it('tells the recogniser in which language people spoke before, and the next turn in which they speak now', async () => {
    const before = { earlier: [{ transcript: 'Guten Tag.', spoken: 'Hallo.', spokenLanguage: 'de' }] };
    const long = take({}, { ...before, audio: tone(2) });
    assert.equal((await long.turn).spokenLanguage, 'en');
    assert.equal(long.engines.calls.transcribed[0]?.options.spokenBefore, 'de');
    const short = take({}, { ...before, audio: tone(0.5) });
    assert.equal((await short.turn).spokenLanguage, 'de', 'half a second tells too little');
  });

  it('measures each stage, and a total that is at least their sum', async () => {
    const clock = createManualClock();
    const after =
      <T>(milliseconds: number, value: T) =>
      async () => {
        clock.advance(milliseconds);
        return value;
      };
    const { turn } = take({ hear: after(0.1, 'hi'), reply: after(0.2, { text: 'ho' }), speak: after(0.3, [tone(0.1)]) }, {}, clock);
    const { latencies } = await turn;
    assert.deepEqual([latencies.stt, latencies.bridge, latencies.tts], [0.1, 0.2, 0.3]);
    assert.ok(latencies.total >= 0.1 + 0.2 + 0.3, String(latencies.total));
  });

  const unavailable = new ServiceError('provider_unavailable', 'down');
  const fail = async (): Promise<never> => {
    throw unavailable;
  };
  const failures: readonly [string, EngineScript, 'stt' | 'bridge' | 'tts', string, readonly string[]][] = [
    ['the recogniser fails', { hear: fail }, 'stt', 'provider_unavailable', ['stt', 'total']],
    ['nothing was said', { hear: async () => ' ' }, 'stt', 'invalid_input', ['stt', 'total']],
    ['the bridge fails', { reply: fail }, 'bridge', 'provider_unavailable', ['bridge', 'stt', 'total']],
    ['the bridge answers nothing', { reply: async () => ({ text: '\n' }) }, 'bridge', 'provider_unavailable', ['bridge', 'stt', 'total']],
    ['the synthesiser fails', { speak: fail }, 'tts', 'provider_unavailable', ['bridge', 'stt', 'total', 'tts']],
  ];
  for (const [name, script, stage, kind, measured] of failures) {
    it(`tells the stage, the kind and the latencies so far when ${name}`, async () => {
      const result = await take(script).turn;
      assert.equal(result.outcome, 'failed');
      assert.deepEqual([result.stage, result.error.kind], [stage, kind]);
      assert.deepEqual(Object.keys(result.latencies).toSorted(), measured);
    });
  }

  it('completes with the answer as text when the voice can speak nothing of it', async () => {
    const result = await take({ reply: async () => ({ text: 'Привет' }), speak: async () => [] }).turn;
    assert.equal(result.outcome, 'completed');
    assert.deepEqual([result.transcript, result.reply.text, result.audio], ['what time is it', 'Привет', []]);
    assert.deepEqual(Object.keys(result.latencies).toSorted(), ['bridge', 'stt', 'total', 'tts']);
  });

  it('keeps the answer of a turn that fails while it is spoken', async () => {
    const result = await take({ reply: async () => ({ text: 'Noon.', decision: 'allow' }), speak: fail }).turn;
    assert.deepEqual([result.outcome, result.reply], ['failed', { text: 'Noon.', decision: 'allow' }]);
    assert.equal((await take({ reply: fail }).turn).reply, undefined);
  });

  it('gives nothing away of an unexpected failure', async () => {
    const result = await take({ hear: breakDown }).turn;
    assert.ok(result.outcome === 'failed' && result.error.kind === 'internal' && !result.error.message.includes('secret'));
  });

  for (const stage of ['stt', 'bridge', 'tts'] as const) {
    it(`is cancelled during ${stage}, also when the engine does not listen`, async () => {
      const leaving = new AbortController();
      const stuck = async (): Promise<never> => {
        leaving.abort(new DOMException('left', 'AbortError'));
        return await forever(undefined);
      };
      const result = await take({ [{ stt: 'hear', bridge: 'reply', tts: 'speak' }[stage]]: stuck }, { signal: leaving.signal }).turn;
      assert.equal(result.outcome, 'failed');
      assert.deepEqual([result.stage, result.error.kind], [stage, 'cancelled']);
    });
  }

  it('speaks only the leading sentences of an answer that is too long', async () => {
    const { engines, turn } = take({ reply: async () => ({ text: 'One. Two. Three.' }) }, { maxSpokenCharacters: 10 });
    const result = await turn;
    assert.equal(engines.calls.spoken[0]?.text, 'One. Two.');
    assert.equal(result.outcome === 'completed' && result.reply.text, 'One. Two. Three.');
  });
});
