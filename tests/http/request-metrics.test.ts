import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createReasoner } from '../../src/reasoner/reasoner.ts';
import { createReasonerDeps } from './reasoner-deps.ts';
import { upload, voiceService } from './voice-service.ts';

type Handle = (request: Request) => Promise<Response>;

const none = { collect: () => [] };

const ask = (path: string, body: unknown): Request =>
  new Request(`http://localhost${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });

async function metricsOf(handle: Handle): Promise<string> {
  return (await handle(new Request('http://localhost/metrics'))).text();
}

describe('GET /metrics of the reasoner', () => {
  it('counts requests by route, method and status, and answers by outcome, with their tokens and times', async () => {
    const { handle } = createReasoner({ ...createReasonerDeps(), metrics: none });
    const messages = [{ role: 'user', content: 'hello' }];
    await (await handle(ask('/v1/chat/completions', { model: 'default', messages }))).text();
    await handle(ask('/v1/chat/completions', { model: 'default', messages: 5 }));
    await handle(new Request('http://localhost/v1/runs/none'));
    await handle(new Request('http://localhost/wherever'));
    const text = await metricsOf(handle);
    for (const line of [
      'parley_http_requests_total{service="reasoner",route="/v1/chat/completions",method="POST",status="200"} 1',
      'parley_http_requests_total{service="reasoner",route="/v1/chat/completions",method="POST",status="400"} 1',
      'parley_http_requests_total{service="reasoner",route="/v1/runs/:request_id",method="GET",status="404"} 1',
      'parley_http_requests_total{service="reasoner",route="none",method="GET",status="404"} 1',
      'parley_http_request_seconds_count{service="reasoner",route="/v1/chat/completions"} 2',
      'parley_reasoner_verdicts_total{direction="input",verdict="allow"} 1',
      'parley_reasoner_answer_seconds_count 1',
    ]) {
      assert.ok(text.includes(`${line}\n`), `${line}\n\n${text}`);
    }
    assert.match(text, /^parley_reasoner_answers_total\{model="[^"]+",outcome="stop"\} 1$/m);
    assert.match(text, /^parley_reasoner_tokens_total\{model="[^"]+",kind="completion"\} [1-9]/m);
  });
});

describe('GET /metrics of the voice service', () => {
  it('counts requests by route, method and status, and turns by outcome', async () => {
    const { voice } = voiceService({}, { metrics: none });
    await (await voice.handle(upload('/v1/voice/turns'))).text();
    await voice.handle(upload('/v1/audio/transcriptions', {}, { response_format: 'nonsense' }));
    const text = await metricsOf(voice.handle);
    for (const line of [
      'parley_http_requests_total{service="voice",route="/v1/voice/turns",method="POST",status="200"} 1',
      'parley_http_requests_total{service="voice",route="/v1/audio/transcriptions",method="POST",status="400"} 1',
      'parley_voice_turns_total{outcome="completed",error="none"} 1',
      'parley_voice_turn_seconds_count 1',
      'parley_voice_sessions 0',
    ]) {
      assert.ok(text.includes(`${line}\n`), `${line}\n\n${text}`);
    }
  });
});
