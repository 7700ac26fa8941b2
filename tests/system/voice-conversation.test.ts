import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { sendsStream, startModelServer } from '../contract/model-server.ts';
import { allowSlowHooks } from '../slow.ts';
import { startParley } from './parley-process.ts';

await allowSlowHooks();

const ANSWER = 'Eva lives in Lisbon.';
const chunk = (delta: object, finish: string | null): string =>
  `data: ${JSON.stringify({ id: 'c', object: 'chat.completion.chunk', created: 1, model: 'm', choices: [{ index: 0, delta, finish_reason: finish }] })}\n\n`;

interface Asked {
  readonly messages: readonly { readonly role: string; readonly content: string }[];
}

describe('a spoken conversation through voice service and reasoner', () => {
  for (const bridge of ['http', 'bus'] as const) {
    it(`reaches the model with the earlier turns of its session, with VOICE_BRIDGE=${bridge}`, async () => {
      await using model = await startModelServer(sendsStream(`${chunk({ content: ANSWER }, null)}${chunk({}, 'stop')}data: [DONE]\n\n`));
      const env = { VOICE_BRIDGE: bridge, REASONER_MODEL: 'openai', REASONER_OPENAI_BASE_URL: model.baseUrl, REASONER_OPENAI_MODEL: 'm' };
      await using parley = await startParley({ env });
      const json = { 'content-type': 'application/json' };
      const opened = await fetch(`${parley.voice}/v1/voice/sessions`, { method: 'POST', headers: json, body: '{}' });
      const { id } = (await opened.json()) as { id: string };
      const heard: string[] = [];
      for (const input of ['Where is my sister?', 'Since when?']) {
        const body = JSON.stringify({ model: 'default', input });
        const spoken = await fetch(`${parley.voice}/v1/audio/speech`, { method: 'POST', headers: json, body });
        const form = new FormData();
        form.append('file', new File([await spoken.arrayBuffer()], 'question.wav', { type: 'audio/wav' }));
        form.append('session_id', id);
        const response = await fetch(`${parley.voice}/v1/voice/turns`, { method: 'POST', body: form });
        assert.equal(response.status, 200, await response.clone().text());
        const turn = (await response.json()) as { transcript: string; response: string };
        assert.equal(turn.response, ANSWER);
        heard.push(turn.transcript);
      }
      const asked = model.received.map(({ body }) => (JSON.parse(body) as Asked).messages.filter(({ role }) => role !== 'system'));
      const [first, second] = heard;
      // Besides, the model may be asked what is worth remembering.
      assert.deepEqual(
        asked.find((messages) => messages.at(-1)?.content === second),
        [
          { role: 'user', content: first },
          { role: 'assistant', content: ANSWER },
          { role: 'user', content: second },
        ],
      );
    });
  }
});
