import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { after, before, describe, it } from 'node:test';
import { startParley, type ParleyProcess } from './parley-process.ts';
import { until } from './until.ts';

describe('a running voice service', () => {
  let parley: ParleyProcess;
  before(
    async () => {
      parley = await startParley({ env: { VOICE_MAX_UPLOADS: '1', VOICE_BODY_TIMEOUT_MS: '1000' } });
    },
    { timeout: 120_000 },
  );
  after(async () => await parley[Symbol.asyncDispose]());

  it('refuses an upload that trickles in with 408, closes its connection and gives its place to others', async () => {
    const { host, hostname, port } = new URL(parley.voice);
    const socket = connect({ host: hostname, port: Number(port) });
    const head = ['POST /v1/audio/transcriptions HTTP/1.1', `host: ${host}`, 'content-type: multipart/form-data; boundary=x'];
    socket.write(`${head.join('\r\n')}\r\ncontent-length: 5000\r\n\r\n--x\r\n`);
    const trickle = setInterval(() => socket.write(' '), 20);
    let answer = '';
    socket.setEncoding('utf8').on('data', (piece) => (answer += String(piece)));
    // What is written after the connection was closed fails, which is how a client may learn of it.
    socket.on('error', () => undefined);
    await new Promise((resolve) => socket.once('close', resolve));
    clearInterval(trickle);
    assert.match(answer, /^HTTP\/1\.1 408 /);
    assert.match(answer, /"error_type":"request_timeout"/);
    const form = new FormData();
    form.set('file', new File([], 'a.wav', { type: 'audio/wav' }));
    const next = await fetch(`${parley.voice}/v1/audio/transcriptions`, { method: 'POST', body: form });
    assert.deepEqual([next.status, ((await next.json()) as { message: string }).message], [400, 'The file is empty.']);
  });

  it('speaks texts in other scripts by a voice of their language, without the marks of Markdown', async () => {
    // espeak-ng lists its voices while the service starts.
    await until('its voices are listed', async () => /"ru"/.test(await (await fetch(`${parley.voice}/v1/audio/voices`)).text()));
    const seconds = async (input: string, voice?: string): Promise<number> => {
      const body = JSON.stringify({ model: 'x', input, ...(voice === undefined ? {} : { voice }) });
      const headers = { 'content-type': 'application/json' };
      const response = await fetch(`${parley.voice}/v1/audio/speech`, { method: 'POST', headers, body });
      assert.equal(response.status, 200, await response.clone().text());
      return Number(response.headers.get('x-duration-seconds'));
    };
    const plain = await seconds('Привет, мир', 'ru');
    assert.equal(await seconds('Привет, мир'), plain);
    assert.equal(await seconds('**Привет**, мир'), plain);
    assert.equal(await seconds('你好，世界。'), await seconds('你好，世界。', 'cmn'));
  });
});
