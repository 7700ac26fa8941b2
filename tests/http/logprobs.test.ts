import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createExtractiveLanguageModel } from '../../src/adapters/extractive/language-model.ts';
import type { ChatPart } from '../../src/ports/language.ts';
import { contentOf, problemOf, responseClient, takingModel } from './response-client.ts';

const token = (text: string) => ({ token: text, logprob: -0.5, bytes: [...new TextEncoder().encode(text)], top_logprobs: [] });
const said = (text: string): ChatPart => ({ type: 'text-delta', text, logprobs: [token(text)] });
const messages = [{ role: 'user', content: 'Is it open?' }];
const asked = { messages, logprobs: true, top_logprobs: 2 };

interface Choice {
  readonly logprobs: { readonly content: readonly object[]; readonly refusal: null } | null;
  readonly message: { readonly content: string };
  readonly delta: { readonly content?: string };
}

const choiceOf = async (response: Response): Promise<Choice | undefined> => {
  const text = await response.text();
  assert.equal(response.status, 200, text);
  return (JSON.parse(text) as { choices: Choice[] }).choices[0];
};

describe('the log probabilities of a chat completion', () => {
  it('are asked of the model and passed on as it gives them', async () => {
    const model = takingModel([said('It '), said('is.')], { logprobs: true });
    const client = responseClient({ model });
    const choice = await choiceOf(await client.send('POST', '/v1/chat/completions', asked));
    assert.deepEqual(choice?.logprobs, { content: [token('It '), token('is.')], refusal: null });
    assert.equal(model.requests[0]?.topLogprobs, 2);
    await client.send('POST', '/v1/chat/completions', { messages });
    assert.equal(model.requests[1]?.topLogprobs, undefined);
  });

  it('are streamed with the text that they are of', async () => {
    const client = responseClient({ model: takingModel([said('It '), 'and ', said('is.')], { logprobs: true }) });
    const text = await (await client.send('POST', '/v1/chat/completions', { ...asked, stream: true })).text();
    const given = [...text.matchAll(/^data: (\{.*\})$/gm)].map(([, data = '']) => {
      const choice = (JSON.parse(data) as { choices: Choice[] }).choices[0];
      return [choice?.delta.content, choice?.logprobs?.content ?? null];
    });
    assert.deepEqual(given, [
      ['', null],
      ['It ', [token('It ')]],
      ['and ', null],
      ['is.', [token('is.')]],
      [undefined, null],
    ]);
  });

  it('never tell what the guard rewrote or blocked, nor what comes after it', async () => {
    const script = [said('It is '), said('SEC'), said('RET'), said(' here.')];
    const client = responseClient({ model: takingModel(script, { logprobs: true }) });
    const choice = await choiceOf(await client.send('POST', '/v1/chat/completions', asked));
    assert.equal(choice?.message.content, 'It is [WORD_REDACT] here.');
    assert.deepEqual(choice?.logprobs?.content, [token('It is ')]);
    const blocked = responseClient({ model: takingModel([said('Well FORB'), said('IDDEN')], { logprobs: true }) });
    assert.doesNotMatch(await (await blocked.send('POST', '/v1/chat/completions', asked)).text(), /FORB|IDDEN/);
  });

  it('are null if the model gives none', async () => {
    const client = responseClient({ model: takingModel(['It is.'], { logprobs: true }) });
    assert.equal((await choiceOf(await client.send('POST', '/v1/chat/completions', asked)))?.logprobs, null);
  });

  it('are those of the valid answer where one was asked for in JSON', async () => {
    const client = responseClient({ model: takingModel([said('{"a"'), said(':1}')], { logprobs: true, json: 'native' }) });
    const choice = await choiceOf(
      await client.send('POST', '/v1/chat/completions', { ...asked, response_format: { type: 'json_object' } }),
    );
    assert.deepEqual(choice?.logprobs?.content, [token('{"a"'), token(':1}')]);
  });

  it('are refused by name where the model has none, as the built-in one, and where the fields do not fit', async () => {
    const builtIn = responseClient({ model: createExtractiveLanguageModel() });
    assert.deepEqual(await problemOf(await builtIn.send('POST', '/v1/chat/completions', asked)), [400, 'invalid_input', 'logprobs']);
    const without = await builtIn.send('POST', '/v1/chat/completions', { messages, logprobs: false, top_logprobs: 0 });
    assert.equal(without.status, 200);
    const client = responseClient({ model: takingModel([], { logprobs: true }) });
    for (const [fields, param] of [
      [{ logprobs: 'yes' }, 'logprobs'],
      [{ logprobs: true, top_logprobs: 21 }, 'top_logprobs'],
      [{ logprobs: true, top_logprobs: -1 }, 'top_logprobs'],
      [{ top_logprobs: 2 }, 'top_logprobs'],
    ] as const) {
      const refused = await problemOf(await client.send('POST', '/v1/chat/completions', { messages, ...fields }));
      assert.deepEqual(refused, [400, 'invalid_input', param]);
    }
  });
});

describe('the log probabilities of a response', () => {
  const include = ['message.output_text.logprobs'];

  it('are those of its text and of every delta, if include asks for them', async () => {
    const model = takingModel([said('It '), said('is.')], { logprobs: true });
    const client = responseClient({ model });
    const body = await client.create({ input: 'Is it open?', include, top_logprobs: 3 });
    const content = contentOf(body);
    assert.deepEqual(content?.type === 'output_text' ? content.logprobs : undefined, [token('It '), token('is.')]);
    assert.equal(model.requests[0]?.topLogprobs, 3);
    const events = await client.stream({ input: 'Is it open?', include });
    const deltas = events.filter(({ type }) => type === 'response.output_text.delta').map(({ delta, logprobs }) => [delta, logprobs]);
    assert.deepEqual(deltas, [
      ['It ', [token('It ')]],
      ['is.', [token('is.')]],
    ]);
    assert.deepEqual(events.find(({ type }) => type === 'response.output_text.done')?.['logprobs'], [token('It '), token('is.')]);
    await client.create({ input: 'Is it open?', top_logprobs: 3 });
    assert.equal(model.requests[2]?.topLogprobs, undefined);
  });

  it('come with the text that was held back, as it began like a refusal', async () => {
    const client = responseClient({ model: takingModel([said('Sorry, '), said('no.')], { logprobs: true }) });
    const content = contentOf(await client.create({ input: 'Hi', include }));
    assert.deepEqual(content?.type === 'output_text' ? content.logprobs : undefined, [token('Sorry, '), token('no.')]);
  });

  it('are refused by name where the model has none', async () => {
    assert.deepEqual(await responseClient({ model: createExtractiveLanguageModel() }).refused({ input: 'Hi', include }), [
      400,
      'invalid_input',
      'include',
    ]);
  });
});
