import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { parseModelId } from '../../src/adapters/model-store/model-id.ts';
import { readKnownModels } from '../../src/main/model-catalogue.ts';

const TASKS = new Set(['speech-to-text', 'text-to-speech', 'vocoder', 'embedding', 'classification', 'text-generation']);

describe('the catalogue of hub models', async () => {
  const models = await readKnownModels(fileURLToPath(new URL('../../models/manifest.json', import.meta.url)));
  const onTheHub = models.filter(({ builtIn }) => !builtIn);

  it('names each model once, beside the built-in ones', () => {
    assert.ok(onTheHub.length >= 15 && models.length > onTheHub.length);
    assert.equal(new Set(models.map(({ id }) => id)).size, models.length);
  });

  for (const { id, task, licence, needs } of onTheHub) {
    it(`has an id that can be pulled, a task and a licence for ${id}`, () => {
      assert.doesNotThrow(() => parseModelId(id));
      assert.ok(TASKS.has(task), task);
      assert.notEqual(licence, '');
      for (const other of needs)
        assert.ok(
          onTheHub.some((model) => model.id === other),
          other,
        );
    });
  }
});
