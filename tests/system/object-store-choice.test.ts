import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { S3_ACCOUNT, startS3Server } from '../contract/s3-server.ts';
import { allowSlowHooks } from '../slow.ts';
import { startNatsServer } from './nats-server.ts';
import { startParley } from './parley-process.ts';

await allowSlowHooks();

const NOTE = 'The meeting is on Thursday at noon.';

/** Stores a file, reads it again and asks whether all is well. */
async function roundTrip(
  env: Readonly<Record<string, string>>,
  look: (directory: string) => Promise<void> = async () => undefined,
): Promise<void> {
  await using parley = await startParley({ env: { REASONER_RAG_ENABLED: 'true', ...env } });
  const form = new FormData();
  form.append('file', new Blob([NOTE]), 'note.txt');
  const stored = await fetch(`${parley.reasoner}/v1/files`, { method: 'POST', body: form });
  assert.equal(stored.status, 201);
  const { id } = (await stored.json()) as { id: string };
  const content = await fetch(`${parley.reasoner}/v1/files/${id}/content`);
  assert.equal(await content.text(), NOTE);
  const { components } = (await (await fetch(`${parley.reasoner}/health/deep`)).json()) as { components: object };
  assert.deepEqual(components, { database: true, message_bus: true, object_store: true });
  await look(parley.directory);
  await fetch(`${parley.reasoner}/v1/files/${id}`, { method: 'DELETE' });
}

describe('REASONER_OBJECT_STORE', () => {
  it('folder keeps files in the data folder', () =>
    roundTrip({}, async (directory) => {
      const names = await readdir(join(directory, 'data', 'files', 'objects'), { recursive: true });
      assert.equal(names.filter((name) => name.endsWith('.data')).length, 1);
    }));

  it('s3 keeps them in a bucket under a prefix', async () => {
    await using server = await startS3Server();
    const { region, bucket, accessKeyId, secretAccessKey } = S3_ACCOUNT;
    const env = {
      REASONER_OBJECT_STORE: 's3',
      REASONER_OBJECT_BUCKET: bucket,
      REASONER_S3_ENDPOINT: server.endpoint,
      REASONER_S3_REGION: region,
      REASONER_S3_PREFIX: 'here/',
      REASONER_S3_ACCESS_KEY_ID: accessKeyId,
      REASONER_S3_SECRET_ACCESS_KEY: secretAccessKey,
    };
    await roundTrip(env, async () => {
      assert.deepEqual(
        Array.from(server.objects.keys(), (key) => key.includes('here/files/')),
        [true],
      );
    });
    assert.equal(server.objects.size, 0);
  });

  it('nats keeps them in JetStream', async () => {
    await using server = await startNatsServer();
    await roundTrip({ REASONER_OBJECT_STORE: 'nats', PLATFORM_NATS_URL: server.url });
  });
});
