import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { ServiceError } from '../../src/core/errors.ts';
import { isJsonObject, type JsonObject } from '../../src/core/json.ts';
import type { ChatPart } from '../../src/ports/language.ts';
import { numbersOf } from '../fixtures/numbers-of-a-seed.ts';
import { tone } from '../fixtures/scripted-engines.ts';
import { audioOf, openLive, type LiveClient } from './live-client.ts';
import { textOf, voiceService } from './voice-service.ts';

const WALKS = 60;
const STEPS = 40;

/** Engines that take a random number of turns of the event loop, and fail now and then. */
function fickleService(random: (below: number) => number) {
  async function wait(signal: AbortSignal | undefined): Promise<void> {
    for (let turn = random(4); turn > 0; turn -= 1) {
      await setImmediate();
      signal?.throwIfAborted();
    }
    if (random(12) === 0) throw new ServiceError('provider_unavailable', 'The engine failed.');
  }
  return voiceService({
    async hear(_, { signal }) {
      await wait(signal);
      return ['', 'hello', 'mm-hmm', 'wait'][random(4)] ?? '';
    },
    async *stream(_, { signal }): AsyncGenerator<ChatPart, void> {
      for (let piece = random(4); piece >= 0; piece -= 1) {
        await wait(signal);
        yield { type: 'text-delta', text: 'A sentence. And ' };
      }
      if (random(3) === 0) yield { type: 'tool-call-delta', index: 0, id: 'call', name: 'f', arguments: '{}' };
      yield { type: 'finish', reason: random(5) === 0 ? 'length' : 'stop', usage: { promptTokens: 1, completionTokens: 1 } };
    },
    async speak(_, signal) {
      await wait(signal);
      return [tone(0.05)];
    },
  });
}

/** What a client may do next. */
const MOVES: readonly ((client: LiveClient, random: (below: number) => number) => void)[] = [
  (client, random) => client.send({ type: 'input_audio_buffer.append', audio: audioOf(0.1 + random(10) / 10) }),
  (client) => client.send({ type: 'input_audio_buffer.append', audio: audioOf(0.8, 'silence') }),
  (client) => client.send({ type: 'input_audio_buffer.append', audio: audioOf(0.8, 'silence') }),
  (client) => client.send({ type: 'input_audio_buffer.commit' }),
  (client) => client.send({ type: 'input_audio_buffer.clear' }),
  (client) => client.send({ type: 'response.create' }),
  (client) => client.send({ type: 'response.create', response: { conversation: 'none', output_modalities: ['text'] } }),
  (client) => client.send({ type: 'response.cancel' }),
  (client) =>
    client.send({
      type: 'conversation.item.create',
      item: { type: 'message', role: 'user', content: [{ type: 'input_text', text: 'hi' }] },
    }),
  (client, random) => {
    const added = client.events.filter(({ type }) => type === 'conversation.item.added');
    const item = added[random(Math.max(1, added.length))]?.['item'];
    if (isJsonObject(item)) client.send({ type: 'conversation.item.delete', item_id: item['id'] ?? '' });
  },
  (client, random) => {
    const turnDetection =
      random(2) === 0 ? null : { type: 'server_vad', interrupt_response: random(2) === 0, interrupt_after_ms: random(3) * 400 };
    client.send({ type: 'session.update', session: { audio: { input: { turn_detection: turnDetection } } } });
  },
];

function idOf(event: JsonObject): string {
  const { response, response_id: id } = event;
  return JSON.stringify(isJsonObject(response) ? response['id'] : id);
}

/** What must hold of every row of events, however it came about. */
function check(events: readonly JsonObject[], seed: number): void {
  /** Of each open response whether it is outside the conversation. */
  const open = new Map<string, boolean>();
  /** Of each open item its response. */
  const items = new Map<string, string>();
  let speaking = false;
  for (const event of events) {
    const type = textOf(event, 'type');
    const where = `seed ${seed}: ${type}`;
    if (type === 'response.created') {
      const isOutside = isJsonObject(event['response']) && event['response']['conversation_id'] === null;
      assert.ok(isOutside || ![...open.values()].includes(false), `${where}: one response of the conversation at a time`);
      open.set(idOf(event), isOutside);
    } else if (type === 'response.done') {
      assert.ok(open.delete(idOf(event)), `${where}: ends once what was created`);
      assert.ok(![...items.values()].includes(idOf(event)), `${where}: every item has ended`);
    } else if (type.startsWith('response.')) {
      assert.ok(open.has(idOf(event)), `${where}: within its response`);
      const item = event['item'];
      if (type === 'response.output_item.added' && isJsonObject(item)) items.set(JSON.stringify(item['id']), idOf(event));
      if (type === 'response.output_item.done' && isJsonObject(item)) items.delete(JSON.stringify(item['id']));
    } else if (type === 'input_audio_buffer.speech_started') {
      assert.equal(speaking, false, where);
      speaking = true;
    } else if (type === 'input_audio_buffer.speech_stopped') {
      assert.equal(speaking, true, where);
      speaking = false;
    } else if (type === 'input_audio_buffer.committed' || type === 'input_audio_buffer.cleared') speaking = false;
    else if (type === 'session.updated' && JSON.stringify(event).includes('"turn_detection":null')) speaking = false;
  }
  assert.equal(open.size, 0, `seed ${seed}: every response has ended`);
}

function countOf(events: readonly JsonObject[], type: string): number {
  return events.filter((event) => event['type'] === type).length;
}

/** Waits until something is so, and a little longer for what should not follow. */
async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await setImmediate();
  for (let turn = 0; turn < 10; turn += 1) await setImmediate();
}

describe('GET /v1/realtime, whatever a client does', () => {
  it('has one response of the conversation at a time, ends each exactly once with all its items, and nothing behind its end', async () => {
    for (let seed = 1; seed <= WALKS; seed += 1) {
      const random = numbersOf(seed);
      const service = fickleService(random);
      const client = await openLive(service);
      for (let step = 0; step < STEPS; step += 1) {
        MOVES[random(MOVES.length)]?.(client, random);
        for (let turn = random(5); turn > 0; turn -= 1) await setImmediate();
      }
      client.send({ type: 'session.update', session: { audio: { input: { turn_detection: null } } } });
      client.send({ type: 'response.cancel' });
      await until(() => countOf(client.events, 'response.created') === countOf(client.events, 'response.done'));
      check(client.events, seed);
      client.leave();
      const ends = (): number => service.published.filter(({ subject }) => subject === 'platform.voice.session.ended').length;
      await until(() => ends() > 0);
      assert.equal(service.published.at(-1)?.subject, 'platform.voice.session.ended', `seed ${seed}`);
      assert.equal(ends(), 1, `seed ${seed}`);
    }
  });
});
