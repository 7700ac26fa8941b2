import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { emailAddressDetector } from '../../src/domain/guardrails/detectors/email-address.ts';
import { secretsDetector } from '../../src/domain/guardrails/detectors/secrets.ts';
import { valuesFoundBy } from '../fixtures/found-by.ts';

const found = valuesFoundBy(secretsDetector);

/** What stands before a secret, the secret, what stands behind. */
type Place = readonly [string, string, string];

function areFound(places: readonly Place[]): void {
  for (const [before, secret, behind] of places) {
    it(`${before}…${behind}`, () => {
      assert.deepEqual(found(before + secret + behind), [secret]);
      for (let length = 2; length <= secret.length; length += 1) {
        const text = before + secret.slice(0, length);
        assert.ok(secretsDetector.tail(text) <= before.length, text);
      }
    });
  }
}

describe('a password in an address, with the sign or the slash in it that parts addresses', () => {
  areFound([
    ['DATABASE_URL=postgres://app:', 'Tiger@2024', '@db.internal:5432/app?sslmode=require'],
    ['redis://:', 'ends7Qw@', '@cache:6379/0'],
    ['redis://:', 'P@ssw0rd24', '@cache:6379/0'],
    ['mongodb+srv://svc:', 'a@b@7c', '@c0.ab1.mongodb.net/x'],
    ['https://ana:', 'Kx/9dPq22w', '@git.acme.io/x.git'],
    ['rtsp://admin:', 'Kx/9dPq/22w', '@cam-3/stream'],
    ['amqp://a:', 'p1w@', '@h1:5672, see https://acme.io/@ann'],
  ]);

  for (const [text, secrets] of [
    ['postgres://app:pw1x@host?email=x@y.com', ['pw1x']],
    ['amqp://a:p1w@h1:5672,amqp://b:p2w@h2:5672', ['p1w', 'p2w']],
    ['https://registry.npmjs.org:443/@scope/pkg@1.0', []],
    ['https://esm.sh:8080/React@18.2/foo@bar', []],
    ['ssh://git@github.com:Org/Repo2@v1', []],
    ['file:///C:/Users/Ann2@home', []],
  ] as const) {
    it(`ends where the host begins: ${text}`, () => assert.deepEqual(found(text), secrets));
  }

  it('is no e-mail address', () => {
    const addresses = valuesFoundBy(emailAddressDetector);
    assert.deepEqual(addresses('https://ana:Kx/9dPq22w@git.acme.io/x.git'), []);
    assert.deepEqual(addresses('http://localhost:3000/users/bob@example.com'), ['bob@example.com']);
  });
});

describe('a secret ends before', () => {
  areFound([
    ['export PW=', 'Tq51JwoMFn4', ';run'],
    ['set DB_PASS=', 'Tiger@23', '&& node app.js'],
    ['set PW=', 'Tiger@23', '& echo ok'],
    ['PW=', 'Tiger@23', '&& ./go'],
    ['--password=', 'Tiger@23', ',--user=a'],
    ['java -Dpw=', 'Tiger@23', ' -jar a.jar'],
    ['impacket-psexec corp/administrator:', 'TqrLjFZlR04', '@dc01'],
    ['secretsdump.py corp/adm:', 'Tiger@2024', '@10.0.0.7'],
    ['| password|', 'Tiger@23', '|x|'],
    ['Password: ___', 'Tiger#2024x', '___'],
    ['Password:____', 'Tiger#2024x', '____  Date:______'],
    ['Password __', 'Tiger#2024x', '__'],
    ['api_key: ___', 'ry61I5LasPaKiAhK6j4i0Sn4GfS1Bx3i', '___'],
  ]);

  for (const [text, secrets] of [
    ['DB_PASSWORD=Tiger;2024&x', ['Tiger;2024&x']],
    ['export DB_PASSWORD=Tiger2024&xY2', ['Tiger2024&xY2']],
    ['pw: tiger2024__', ['tiger2024__']],
  ] as const) {
    it(`nothing of its own: ${text}`, () => assert.deepEqual(found(text), secrets));
  }
});
