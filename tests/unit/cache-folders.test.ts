import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { cacheFolders } from '../../src/main/cache-folders.ts';
import { VERSION } from '../../src/main/version.ts';

const home = (): string => '/home/ann';
const homeless = (): string => {
  throw new Error('ENOENT: no such file or directory, uv_os_homedir');
};
const below = (...folders: readonly string[]): readonly string[] => folders.map((folder) => `${folder}/parley/${VERSION}`);

describe('cacheFolders()', () => {
  it("names the user's cache folder, then the data folder", () => {
    assert.deepEqual(cacheFolders({ PLATFORM_DATA_DIR: '/data' }, home), below('/home/ann/.cache', '/data/cache'));
    assert.deepEqual(cacheFolders({ PLATFORM_DATA_DIR: '/data', XDG_CACHE_HOME: '/cache' }, home), below('/cache', '/data/cache'));
  });

  it('names the data folder alone for a user without a home', () => {
    assert.deepEqual(cacheFolders({ PLATFORM_DATA_DIR: '/data' }, homeless), below('/data/cache'));
  });

  it('takes no cache folder that depends on where the process runs', () => {
    for (const given of ['', 'cache']) {
      assert.deepEqual(cacheFolders({ PLATFORM_DATA_DIR: '/data', XDG_CACHE_HOME: given }, home), below('/home/ann/.cache', '/data/cache'));
    }
  });
});
