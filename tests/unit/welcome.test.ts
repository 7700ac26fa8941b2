import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { welcome } from '../../src/main/all-services.ts';

const at = (port: number) => ({ url: `http://127.0.0.1:${port}`, stop: () => Promise.resolve() });
const SERVICES = { voice: at(1), reasoner: at(2), guard: at(3) };

describe('what a start prints', () => {
  it('says where the services and the dashboard are, with commands that need no key', () => {
    const text = welcome({ ...SERVICES, foundation: { config: { apiKeys: [] } } });
    assert.match(text, /dashboard +http:\/\/127\.0\.0\.1:3\/dashboard\n/);
    assert.doesNotMatch(text, /PARLEY_KEY/);
  });

  it('with API keys says what to set PARLEY_KEY to, which its commands send, and shows no key', () => {
    const text = welcome({ ...SERVICES, foundation: { config: { apiKeys: [{ name: 'ann', key: 'secret-key-1' }] } } });
    assert.match(text, /set PARLEY_KEY to one of the keys in PLATFORM_API_KEYS first/);
    assert.equal(text.match(/Bearer \$PARLEY_KEY/g)?.length, 3);
    assert.doesNotMatch(text, /secret-key-1/);
  });
});
