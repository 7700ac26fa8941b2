import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, before, describe, it } from 'node:test';
import { allowSlowHooks } from '../slow.ts';
import { openDashboard, type DashboardBrowser } from './dashboard-browser.ts';
import { intoMicrophone } from './microphone.ts';

await allowSlowHooks();

const PATIENCE_MS = 30_000;

/** The program of the README, for a voice service at this address. */
async function programOf(voice: string): Promise<string> {
  const readme = await readFile(new URL('../../README.md', import.meta.url), 'utf8');
  const [, program] = /```js\n(const socket = new WebSocket[\s\S]*?)```/.exec(readme) ?? [];
  assert.ok(program !== undefined);
  return program.replace('ws://localhost:8803', voice.replace('http', 'ws'));
}

describe('the README’s program for a live conversation', () => {
  let dashboard: DashboardBrowser;
  before(async () => {
    dashboard = await openDashboard({
      browserArgs: async (parley) => (await intoMicrophone(parley, 'What can you do?', { secondsBefore: 1 })).args,
    });
  });
  after(async () => {
    await dashboard[Symbol.asyncDispose]();
  });

  it('takes what is said into the microphone, and plays the answer', async () => {
    const { browser, parley } = dashboard;
    const page = await browser.newPage();
    await page.goto(`${parley.voice}/`);
    const said: string[] = [];
    const answered = new Promise<void>((resolve) => {
      page.on('console', (message) => {
        said.push(message.text());
        if (message.text().startsWith('response.output_audio_transcript.done')) resolve();
      });
    });
    await page.addScriptTag({ content: await programOf(parley.voice), type: 'module' });
    let timer: ReturnType<typeof setTimeout> | undefined;
    const tooLate = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new Error(`no answer: ${said.join('; ')}`)), PATIENCE_MS);
    });
    await Promise.race([answered, tooLate]).finally(() => clearTimeout(timer));
    assert.match(said.join('\n'), /input_audio_transcription\.completed .*What can you do\?/);
    assert.match(said.join('\n'), /output_audio_transcript\.done .*extractive model of Parley/);
    assert.deepEqual(
      said.filter((text) => /error/i.test(text)),
      [],
    );
    await page.close();
  });
});
