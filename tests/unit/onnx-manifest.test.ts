import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { describe, it } from 'node:test';
import manifest from '../../models/manifest.json' with { type: 'json' };

describe('models/manifest.json', () => {
  for (const model of manifest.models) {
    for (const file of model.files) {
      it(`states the size and SHA-256 of ${file.path}`, async () => {
        const bytes = await readFile(new URL(`../../models/${file.path}`, import.meta.url));
        assert.equal(bytes.byteLength, file.bytes);
        assert.equal(createHash('sha256').update(bytes).digest('hex'), file.sha256);
      });
    }
  }
});
