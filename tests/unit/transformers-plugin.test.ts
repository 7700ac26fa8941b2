import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import type { PluginBuilder } from 'bun';
import { transformersPlugin } from '../../scripts/build/transformers-plugin.ts';

type OnLoad = (args: { readonly path: string }) => Promise<{ readonly contents: string }>;

/** What the plugin makes of the installed transformers.js. */
async function load(plugin: ReturnType<typeof transformersPlugin>): Promise<string> {
  let found: OnLoad | undefined;
  const path = fileURLToPath(new URL('../../node_modules/@huggingface/transformers/dist/transformers.node.mjs', import.meta.url));
  const onLoad = ({ filter }: { filter: RegExp }, callback: OnLoad): void => {
    if (filter.test(path)) found = callback;
  };
  await plugin.plugin.setup({ onLoad } as unknown as PluginBuilder);
  assert.ok(found !== undefined);
  return (await found({ path })).contents;
}

describe('transformersPlugin()', () => {
  it('leaves the native image library and the second onnxruntime out', async () => {
    const plugin = transformersPlugin();
    const contents = await load(plugin);
    assert.doesNotMatch(contents, /from "sharp"|requireFromHere\("onnxruntime-node"\)/);
    plugin.verify();
  });

  it('fails when transformers.js was not bundled', () => {
    assert.throws(() => transformersPlugin().verify(), /was not bundled/);
  });
});
