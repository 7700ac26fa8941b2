import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createCanaryToken, plantCanary } from '../../src/domain/guardrails/canary.ts';
import { createCanaryDetector } from '../../src/domain/guardrails/detectors/canary.ts';

const TOKEN = 'k7x2mq9bt4wz8hf3';
const detector = createCanaryDetector(TOKEN);
const find = (text: string) => detector.inspect({ id: 'p', role: 'assistant', channel: 'user', text });
const rot13 = (text: string): string =>
  text.replaceAll(/[a-z]/g, (letter) => String.fromCharCode(((letter.charCodeAt(0) - 97 + 13) % 26) + 97));

const inCodes = (write: (code: number) => string): string => Array.from(TOKEN, (letter) => write(letter.charCodeAt(0))).join('');

const FORMS: readonly (readonly [string, string])[] = [
  ['as it is', TOKEN],
  ['in capitals', TOKEN.toUpperCase()],
  ['spread by spaces', Array.from(TOKEN).join(' ')],
  ['spread by hyphens and new lines', Array.from(TOKEN).join('-\n')],
  ['with invisible characters', Array.from(TOKEN).join('\u200b')],
  ['backwards', Array.from(TOKEN).toReversed().join('')],
  ['shifted', rot13(TOKEN)],
  ['in hexadecimal', Array.from(TOKEN, (letter) => letter.charCodeAt(0).toString(16)).join('')],
  ['in spread hexadecimal', Array.from(TOKEN, (letter) => letter.charCodeAt(0).toString(16)).join(' ')],
  ['in wide letters', inCodes((code) => String.fromCharCode(code + 0xfee0))],
  ['in decimal codes', inCodes((code) => `${code} `).trim()],
  ['in binary codes', inCodes((code) => `${code.toString(2).padStart(8, '0')} `).trim()],
  ['in escapes of HTML', inCodes((code) => `&#${code};`)],
  ['in hexadecimal escapes of HTML', inCodes((code) => `&#x${code.toString(16)};`)],
  ['in escapes of JSON', inCodes((code) => String.raw`\u${code.toString(16).padStart(4, '0')}`)],
  ['in escapes of C', inCodes((code) => String.raw`\x${code.toString(16)}`)],
  ['in escapes of URLs', inCodes((code) => `%${code.toString(16).toUpperCase()}`)],
  ['in base64', btoa(TOKEN)],
  ['in base64 behind one more character', btoa(`x${TOKEN}`)],
  ['in base64 within a sentence', btoa(`my secret is ${TOKEN}, see?`)],
  ['but its last letters', TOKEN.slice(0, 10)],
  ['but its first letters', TOKEN.slice(6)],
];

describe('a canary is found', () => {
  for (const [how, form] of FORMS) {
    it(how, () => {
      const text = `It says ${form} there.`;
      const findings = find(text);
      assert.ok(findings.length > 0);
      assert.ok(findings.every(({ start, end, score }) => score === 1 && start >= 8 && end <= 8 + form.length));
    });
  }

  it('and nothing else is', () => {
    for (const text of ['', 'k7x2', 'The quick brown fox jumps over the lazy dog.', btoa('a'.repeat(300)), 'k 7 x 2 m q and so on']) {
      assert.deepEqual(find(text), [], text);
    }
  });
});

describe('a canary in a stream', () => {
  for (const [how, form] of FORMS) {
    it(`is held back from its first letter ${how}`, () => {
      // The sign before an escape's code says nothing of it.
      const start = 'It says '.length + (/[a-z0-9\uff10-\uff5a]/i.exec(form)?.index ?? 0);
      for (let length = start - 7; length < Math.min(form.length, 20); length += 1) {
        const text = `It says ${form.slice(0, length)}`;
        const isBase64InWords = how.startsWith('in base64 ');
        assert.ok(isBase64InWords || detector.tail(text) <= start, `${length}: ${detector.tail(text)}`);
        assert.ok(text.length - detector.tail(text) <= 256);
      }
    });
  }

  it('holds nothing of other text', () => assert.equal(detector.tail('Nothing to see here!'), 20));
});

describe('createCanaryToken()', () => {
  it('makes 16 letters and digits that are new each time', () => {
    assert.match(createCanaryToken(), /^[a-z0-9]{16}$/);
    assert.notEqual(createCanaryToken(), createCanaryToken());
  });
});

describe('plantCanary()', () => {
  it('adds it to the first system or developer message', () => {
    const body = {
      messages: [
        { role: 'user', content: 'Hi' },
        { role: 'developer', content: 'Be kind.' },
      ],
    };
    const text = JSON.stringify(plantCanary(body, TOKEN));
    assert.match(text, /"role":"developer","content":"Be kind\.\\n\\n[^"]*k7x2mq9bt4wz8hf3"/);
    assert.ok(!JSON.stringify(body).includes(TOKEN));
  });

  it('adds a part to a message of parts, and a message where there is none', () => {
    const parts = plantCanary({ messages: [{ role: 'system', content: [{ type: 'text', text: 'Be kind.' }] }] }, TOKEN);
    assert.match(JSON.stringify(parts), /"Be kind\."\},\{"type":"text","text":"[^"]*k7x2mq9bt4wz8hf3"/);
    const fresh = plantCanary({ messages: [{ role: 'user', content: 'Hi' }] }, TOKEN);
    assert.match(JSON.stringify(fresh), /^\{"messages":\[\{"role":"system","content":"[^"]*k7x2mq9bt4wz8hf3"\},\{"role":"user"/);
  });
});

describe('without a token', () => {
  it('the check reads nothing and says so', () => {
    assert.equal(
      createCanaryDetector(undefined).unread?.({ id: 'p', role: 'assistant', channel: 'user', text: 'x' }),
      'no canary was planted',
    );
  });
});
