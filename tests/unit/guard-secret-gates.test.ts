import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { secretsDetector } from '../../src/domain/guardrails/detectors/secrets.ts';
import { findLabelledSecrets } from '../../src/domain/guardrails/secrets/find-labelled-secrets.ts';
import { findVendorTokens } from '../../src/domain/guardrails/secrets/find-vendor-tokens.ts';
import {
  createKeywordFilter,
  createKeywordLists,
  listsAmong,
  type KeywordMark,
} from '../../src/domain/guardrails/secrets/keyword-filter.ts';
import { NAMED_SECRETS } from '../../src/domain/guardrails/secrets/named-secrets.ts';
import { bits } from '../../src/domain/guardrails/secrets/secret-value.ts';
import { isPlaceholder } from '../../src/domain/guardrails/secrets/stand-ins.ts';
import { leastLength, tokenPattern, type CharacterRun, type TokenShape } from '../../src/domain/guardrails/secrets/token-shape.ts';
import { VENDOR_TOKENS } from '../../src/domain/guardrails/secrets/vendor-tokens.ts';
import { fc, LONGEST_MS } from '../draws.ts';

/** Every character that a class of a run takes. */
function charactersOf({ of }: CharacterRun): string[] {
  const pattern = new RegExp(`[${of}]`);
  return Array.from({ length: 128 }, (_, code) => String.fromCharCode(code)).filter((character) => pattern.test(character));
}

/** Tokens of a shape, as short as they may be or a little longer. */
function tokenOf(shape: TokenShape): fc.Arbitrary<string> {
  const pieces = shape.map((piece) => {
    if (typeof piece === 'string') return fc.constant(piece);
    if (!('of' in piece)) return fc.constantFrom(...piece);
    const unit = fc.constantFrom(...charactersOf(piece));
    return fc.string({ unit, minLength: piece.least, maxLength: Math.min(piece.most, piece.least + 4) });
  });
  return fc.tuple(...pieces).map((parts) => parts.join(''));
}

const PATTERNS = VENDOR_TOKENS.map(({ shape }) => tokenPattern(shape));

describe('findVendorTokens()', () => {
  it('finds what every form finds by itself in the whole text', { timeout: LONGEST_MS }, () => {
    for (const { shape } of VENDOR_TOKENS) {
      fc.assert(
        fc.property(
          tokenOf(shape),
          fc.constantFrom('', ' ', 'é', '(', 'lark bot ngrok ', 'x', '"'),
          fc.constantFrom('', ' ', '各', ')', '.', '='),
          (token, before, behind) => {
            assert.ok(token.length >= leastLength(shape));
            const text = `facebook ${before}${token}${behind} gocardless ${token}`;
            const wanted = VENDOR_TOKENS.flatMap(({ category, shape: own, entropy = 3, near }, index) =>
              near?.test(text) === false
                ? []
                : Array.from(text.matchAll(PATTERNS[index] ?? /(?!)/g), ({ 0: whole, index: start }) => {
                    const value = whole.endsWith('.') && whole.length > leastLength(own) ? whole.slice(0, -1) : whole;
                    return { category, start, value };
                  }).filter(({ value }) => !isPlaceholder(value) && bits(value) >= entropy),
            );
            assert.deepEqual(findVendorTokens(text), wanted);
          },
        ),
        { numRuns: 15 },
      );
    }
  });
});

describe('createMarkFilter()', () => {
  it('finds every keyword in any case where it would be found in lower case', { timeout: LONGEST_MS }, () => {
    const keywords = ['pw', 'pass', 'password=', '--', '://', 'x-', 'key', 'sig='];
    const filter = createKeywordFilter(keywords);
    const placesIn = (text: string): number[][] => {
      const places: number[][] = keywords.map(() => []);
      filter.each(text, (keyword, at) => places[keyword]?.push(at));
      return places;
    };
    const piece = fc.oneof(
      fc.constantFrom('pw', 'PW', 'PassWord=', '--', '---', '://', 'X-', 'kEy', 'sig', '=', 'é', 'k', '各', '\u212aey'),
      fc.string({ unit: 'binary', maxLength: 3 }),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
        const text = pieces.join('');
        const lower = text.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase());
        const wanted = keywords.map((keyword) => {
          const places: number[] = [];
          for (let at = lower.indexOf(keyword); at >= 0; at = lower.indexOf(keyword, at + keyword.length)) places.push(at);
          return places;
        });
        assert.deepEqual(placesIn(text), wanted);
      }),
    );
  });
});

describe('listsAmong()', () => {
  it('knows of every part of a range that was searched what a search of the part would find', () => {
    const lists = createKeywordLists([['tel', 'phone'], ['ph', 'no'], ['telephone', 'hon'], ['e p']]);
    const piece = fc.constantFrom('tel', 'PHONE', 'ph', ' ', 'no', 'e', 'p', 'x', 'é', 'ho');
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
        const text = pieces.join('');
        const marks: KeywordMark[] = [];
        assert.equal(lists.listsIn(text, 0, text.length, marks), lists.listsIn(text, 0, text.length));
        for (let from = 0; from <= text.length; from += 1)
          for (let to = from; to <= text.length; to += 1)
            assert.equal(listsAmong(marks, from, to), lists.listsIn(text, from, to), `${text} from ${from} to ${to}`);
      }),
    );
  });
});

describe('findNamed()', () => {
  /** The same by a look for every keyword in the text in lower case, every value once for a form. */
  function plainly(whole: string): { category: string; start: number; value: string }[] {
    const text = whole.replaceAll('\u212a', 'k').replaceAll('\u017f', 's');
    const lower = Array.from(text, (letter) => (letter.toLowerCase().length === letter.length ? letter.toLowerCase() : letter)).join('');
    return NAMED_SECRETS.flatMap(({ category, keywords, pattern, before, reachBack = 64 }) => {
      const known = new Set<string>();
      return keywords.flatMap((keyword) => {
        const found = [];
        for (let at = lower.indexOf(keyword); at >= 0; at = lower.indexOf(keyword, at + keyword.length)) {
          pattern.lastIndex = at;
          const match = pattern.exec(text);
          if (match === null || before?.test(text.slice(Math.max(0, at - reachBack), at)) === false) continue;
          const start = at + match[0].lastIndexOf(match[1] ?? '');
          const value = whole.slice(start, start + (match[1] ?? '').length);
          if (!known.has(`${start} ${value}`)) found.push({ category, start, value });
          known.add(`${start} ${value}`);
        }
        return found;
      });
    });
  }

  it('finds what a look for every keyword finds, in any script', { timeout: LONGEST_MS }, () => {
    const value = 'aB3$xY9!kQ7zW2vN8mR4';
    const names = [
      'password',
      'PASSWORT',
      'Contraseña',
      'HASŁO',
      'hasło',
      'Пароль',
      'ПАРОЛЬ',
      '密码',
      'パスワード',
      '비밀번호',
      'API_KEY',
      'api_\u212aey',
      'pa\u017f\u017fword',
      'İ token',
      'bearer',
      'https://u',
      '--token',
      'mysql -p',
      '?sig',
      'curl -u a',
      'x-api-key',
      'AccountKey',
      'pw',
      'pwdb_',
      'passwordate',
      'secret_token',
      'client-secret-name',
      'credentials',
      'auth_credentialsize',
      'slaptazodis_',
      'mot de passe',
      'senha do wifi',
      'aws.secret_access key',
      'heroku key-1',
      'login u',
      '; pwd',
      '--my-token',
      'psk',
      'mdp',
      'wpa2-psk',
      'connect password',
      'sqlplus scott/',
      'net use //h /user:u ',
      'machine h login u password',
      'redis-cli -a ',
      'htpasswd -b file u ',
      'echo u:',
      ':5432:d:u:',
      'auth=("u", "',
      'enable secret',
      'requirepass',
      'encryption key',
      'authorization: basic',
      'define("DB_PASSWORD',
      'variable "db_password',
    ];
    const piece = fc.tuple(
      fc.constantFrom(...names),
      fc.constantFrom(
        ': ',
        '=',
        ' is ',
        ' ',
        ' := "',
        ':',
        '->',
        ' to ',
        ' (',
        ', ',
        '">',
        'は',
        '\n  value: ',
        '',
        ' for me = ',
        '("',
        ' 7 ',
        ':** ',
        ' → ',
        ' was changed to ',
        ' – ',
        ' | ',
        "', '",
        '={',
        ' back to ',
        '%',
      ),
      fc.constantFrom(
        value,
        'abcdefghijklmnopqrst',
        value.repeat(4),
        'é',
        '0123456789abcdef0123456789abcdef',
        `${value}${value}@h`,
        `${value}@h`,
        'tr7!opal',
        'tr7!\u017fopal',
        'xK9{2}',
      ),
      fc.constantFrom(' ', '\n', '"', ' ’ ', ' | sudo -S', '")', '} '),
    );
    let found = 0;
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 5 }), (pieces) => {
        const text = pieces.flat().join('');
        const values = findLabelledSecrets(text);
        // Two names may give one value.
        const own = values
          .filter(
            ({ form, start, value: secret }, index) =>
              values.findIndex((one) => one.form === form && one.start === start && one.value === secret) === index,
          )
          .map(({ form, start, value: secret }) => ({ category: form.category, start, value: secret }));
        found += own.length;
        assert.deepEqual(own, plainly(text));
      }),
      { numRuns: 400 },
    );
    assert.ok(found > 0);
  });

  it('finds a secret under a name of another script in capitals', () => {
    for (const text of ['ПАРОЛЬ: aB3$xY9!kQ', 'HASŁO: aB3$xY9!kQ', 'пароль: aB3$xY9!kQ']) {
      assert.equal(secretsDetector.inspect({ id: 'p', role: 'user', channel: 'user', text }).length, 1, text);
    }
  });

  it('finds the same where a long text repeats itself', { timeout: LONGEST_MS }, () => {
    const units = [
      'pwd=abcdef1 ',
      'password: ',
      'secret=Ab3dEfgh12345678 ',
      'secretsecretname=0123456789abcdef0123456789abcdef ',
      'password,user\nabcdef12,b\n',
    ];
    const odd = ['the password is hunter2!X9 ok\n', 'api_key = "aB3xY9kQ7zW2vN8mR4tL5pS6"\n', 'https://ann:s3cr3t!9@db.example.com/x\n'];
    for (const unit of units) {
      const stretch = unit.repeat(Math.ceil(40_000 / unit.length));
      const text = stretch + odd.join('') + stretch.slice(0, 30_001) + odd.join('') + stretch;
      const found = findLabelledSecrets(text).map(({ form, start, value }) => ({ category: form.category, start, value }));
      assert.deepEqual(
        new Set(found.map((each) => JSON.stringify(each))),
        new Set(plainly(text).map((each) => JSON.stringify(each))),
        unit,
      );
    }
  });
});
