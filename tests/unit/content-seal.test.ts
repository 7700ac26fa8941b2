import assert from 'node:assert/strict';
import { Buffer } from 'node:buffer';
import { readdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { createContentSeal, sealKeyId, type SealPlace } from '../../src/adapters/sealed/content-seal.ts';
import { openSealKeyFile, readSealKeys } from '../../src/adapters/sealed/keys.ts';
import { makeTemporaryFolder } from '../system/temporary-folder.ts';

const KEY = new Uint8Array(32).fill(1);
const OTHER = new Uint8Array(32).fill(2);
const PLACE: SealPlace = { requestId: 'r1', field: 'preview' };
const TEXT = 'the word is zanzibar – ünïcödé \u{1f600}';

describe('createContentSeal()', () => {
  it('gives a text back, and never writes it twice the same way', () => {
    const seal = createContentSeal([KEY]);
    const sealed = Array.from({ length: 100 }, () => seal.seal(TEXT, PLACE));
    assert.equal(new Set(sealed).size, 100);
    for (const one of sealed) {
      assert.ok(!one.includes('zanzibar'));
      assert.ok(
        !Buffer.from(one.split(':').at(-1) ?? '', 'base64')
          .toString('utf8')
          .includes('zanzibar'),
      );
      assert.deepEqual(seal.open(one, PLACE), { text: TEXT });
    }
    assert.deepEqual(seal.open(seal.seal('', PLACE), PLACE), { text: '' });
  });

  it('opens a text only for the request and the field that it was sealed for', () => {
    const seal = createContentSeal([KEY]);
    const sealed = seal.seal(TEXT, PLACE);
    for (const place of [
      { requestId: 'r2', field: 'preview' },
      { requestId: 'r1', field: 'input' },
    ]) {
      assert.deepEqual(seal.open(sealed, place), { fault: 'it was changed, or belongs to another record' });
    }
  });

  it('opens what an older key sealed, and names the key that is missing', () => {
    const old = createContentSeal([KEY]).seal(TEXT, PLACE);
    const rotated = createContentSeal([OTHER, KEY]);
    assert.deepEqual(rotated.open(old, PLACE), { text: TEXT });
    assert.ok(rotated.seal(TEXT, PLACE).startsWith(`sealed:1:${sealKeyId(OTHER)}:`));
    assert.deepEqual(createContentSeal([OTHER]).open(old, PLACE), {
      fault: `it was sealed with the key ${sealKeyId(KEY)}, which is not configured`,
    });
  });

  it('says what is wrong with a text that was changed, cut off or never sealed', () => {
    const seal = createContentSeal([KEY]);
    const sealed = seal.seal(TEXT, PLACE);
    const bytes = Buffer.from(sealed.split(':')[3] ?? '', 'base64');
    bytes[20] = (bytes[20] ?? 0) ^ 1;
    const prefix = `sealed:1:${sealKeyId(KEY)}:`;
    assert.deepEqual(seal.open(prefix + bytes.toString('base64'), PLACE), { fault: 'it was changed, or belongs to another record' });
    assert.deepEqual(seal.open(`${prefix}AAAA`, PLACE), { fault: 'it is cut off' });
    assert.deepEqual(seal.open('a plain text', PLACE), { fault: 'it is not sealed as this service seals' });
  });
});

describe('readSealKeys()', () => {
  it('reads keys that are separated by commas or lines, the sealing one first', () => {
    const [one, two] = [KEY, OTHER].map((key) => Buffer.from(key).toString('base64'));
    assert.deepEqual(readSealKeys(`${one}, ${two}`), [KEY, OTHER]);
    assert.deepEqual(readSealKeys(`${two}\n${one}\n`), [OTHER, KEY]);
    assert.deepEqual(readSealKeys(''), []);
  });

  it('names the place of a faulty key, never the key', () => {
    for (const faulty of ['c2hvcnQ=', 'not base64!', Buffer.alloc(33).toString('base64')]) {
      assert.throws(
        () => readSealKeys(`${Buffer.from(KEY).toString('base64')},${faulty}`),
        (error: Error) => error.message.startsWith('key 2 must be base64 of 32 bytes') && !error.message.includes(faulty),
      );
    }
  });
});

describe('openSealKeyFile()', () => {
  it('makes a key once, for its owner alone, whoever comes first', async () => {
    await using folder = await makeTemporaryFolder();
    const path = join(folder.path, 'deep', 'capture.key');
    const opened = await Promise.all(Array.from({ length: 5 }, () => openSealKeyFile(path, { make: true })));
    assert.equal(opened.filter(({ isNew }) => isNew).length, 1);
    for (const { keys } of opened) assert.deepEqual(keys, opened[0]?.keys);
    assert.equal((await stat(path)).mode & 0o777, 0o600);
    assert.deepEqual(await readdir(join(folder.path, 'deep')), ['capture.key']);
  });

  it('makes none when it is not to, and refuses a file without a key', async () => {
    await using folder = await makeTemporaryFolder();
    const path = join(folder.path, 'capture.key');
    await assert.rejects(openSealKeyFile(path, { make: false }), { code: 'ENOENT' });
    await writeFile(path, '\n');
    await assert.rejects(openSealKeyFile(path, { make: true }), /the file holds no key/);
  });
});
