import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { emailAddressDetector } from '../../src/domain/guardrails/detectors/email-address.ts';
import { valuesFoundBy } from '../fixtures/found-by.ts';

const found = valuesFoundBy(emailAddressDetector);

describe('emailAddressDetector', () => {
  const cases: readonly (readonly [string, string, readonly string[]])[] = [
    ['finds an address in prose', 'Write to jo.bloggs+x@mail.example.org, please.', ['jo.bloggs+x@mail.example.org']],
    ['leaves the full stop of the sentence out', 'It is a@b.example.', ['a@b.example']],
    ['finds an address in angle brackets and links', '<a@b.example> mailto:c@d.example', ['a@b.example', 'c@d.example']],
    ['finds several', 'a@b.example;c@d.example', ['a@b.example', 'c@d.example']],
    ['wants a top-level domain of letters', 'pkg@1.2.3 and user@localhost', []],
    ['wants something before the @', '@someone.example', []],
    ['does not take the user of a URL for an address', 'https://jo:secret@host.example/x postgres://a@db.example', []],
    ['refuses an empty label', 'a@.example a@b..example', []],
    ['does not take a scaled file name for an address', 'logo@2x.png', []],
    ['finds one with its sign in brackets', 'mail jo.bloggs (at) mail (dot) co (dot) uk.', ['jo.bloggs (at) mail (dot) co (dot) uk']],
    ['finds one with its sign in square brackets', 'info[at]host.example', ['info[at]host.example']],
    ['finds one that is written out in words', 'write to jo dot bloggs at mail dot com, ok?', ['jo dot bloggs at mail dot com']],
    ['does not take a place for one', 'we meet at noon at polka dot net, look at the dot com bubble, f(at) x', []],
    [
      'takes no site that something is done or had at for one',
      'Order at nike dot com, buy at amazon dot com. Read the article at nytimes dot com; our website at acme dot com has it. Contact the front desk at acme dot com',
      [],
    ],
    ['finds a plain name at a site that mail is spoken of before', 'my email is kim at example dot com', ['kim at example dot com']],
    ['finds one that gives everybody mail', 'i am kim at gmail dot com', ['kim at gmail dot com']],
    ['finds one that stands alone on its line', 'Kim Lee\nkim at example dot com\nBern', ['kim at example dot com']],
    [
      'leaves out the letter of an escape before one, as strings of programs have it',
      String.raw`To:\njo@a.example\tc@d.example, \r\ntom@e.example \n@f.example`,
      ['jo@a.example', 'c@d.example', 'tom@e.example', 'n@f.example'],
    ],
    ['keeps the letter behind the backslash of a path', String.raw`C:\Users\nancy@a.example`, ['nancy@a.example']],
    ['refuses a local part over 64 characters', `${'a'.repeat(65)}@b.example`, []],
    ['refuses an address over 254 characters', `a@${'b.'.repeat(130)}example`, []],
  ];
  for (const [what, text, expected] of cases) {
    it(what, () => assert.deepEqual(found(text), expected));
  }

  it('takes none that is written out from a reply, which may stream', () => {
    const text = 'write to info[at]host.example';
    assert.deepEqual(emailAddressDetector.inspect({ id: 'p', role: 'assistant', channel: 'user', text }), []);
  });

  it('holds back a trailing run that may become an address, and nothing when it cannot', () => {
    const held = (text: string): string => text.slice(emailAddressDetector.tail(text));
    assert.equal(held('mail jo.blo'), 'jo.blo');
    assert.equal(held('mail jo@exam'), 'jo@exam');
    assert.equal(held('mail jo@example.org '), '');
    assert.equal(held('x'.repeat(65)), '');
    assert.equal(held(`jo@${'a'.repeat(300)}`), '');
  });
});
