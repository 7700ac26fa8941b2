import { named, WORD_BEGINS, type NamedSecret } from './named-form.ts';

/** Category of password hashes in user databases; the hash type identifies one whose beginning has already been released. */
export const PASSWORD_HASH = 'password_hash';

/** Hashes of passwords as systems, frameworks and libraries store them. */
export const PASSWORD_HASHES: readonly NamedSecret[] = [
  named(
    PASSWORD_HASH,
    ['aad3b435b51404eeaad3b435b51404ee:'],
    // Dumped from Windows: behind the hash of no password, as older versions made it.
    { prefix: 'aad3b435b51404eeaad3b435b51404ee:', characters: '[0-9a-f]', minLength: 32, maxLength: 32 },
    { entropy: 3, kind: 'random' },
  ),
  named(
    PASSWORD_HASH,
    ['pbkdf2_sha256$', 'pbkdf2_sha1$', '$argon2id$', '$argon2i$', 'scrypt:', 'bcrypt_sha256$'],
    {
      // As frameworks and libraries store them, in full.
      prefix: '',
      characters: '[A-Za-z0-9$=,+/._:-]',
      minLength: 50,
      maxLength: 300,
      gate: { reach: 1 },
    },
    { entropy: 3, kind: 'random' },
  ),
  named(
    PASSWORD_HASH,
    ["'$2a$", "'$2b$", "'$2y$", '| $2a$', '| $2b$', '| $2y$'],
    // In rows of a database.
    {
      prefix: String.raw`(?:'|\| )`,
      characters: String.raw`[A-Za-z0-9$./]`,
      minLength: 60,
      maxLength: 60,
      suffix: "(?='| )",
      gate: { reach: 3 },
    },
    { entropy: 3, kind: 'random', before: /[,(\s]\s{0,2}$/ },
  ),
  named(
    PASSWORD_HASH,
    ['ntlm'],
    {
      prefix: String.raw`ntlm(?: hash)?\s{0,6}[:=]\s{0,2}(?:[0-9a-f]{32}:)?`,
      characters: '[0-9a-f]',
      minLength: 32,
      maxLength: 32,
      gate: { reach: 54 },
    },
    { entropy: 3, kind: 'random', before: WORD_BEGINS },
  ),
  named(
    PASSWORD_HASH,
    [
      ':$1$',
      ':$2a$',
      ':$2b$',
      ':$2y$',
      ':$5$',
      ':$6$',
      ':$y$',
      ':$7$',
      ':$apr1$',
      ':$argon2',
      ':{ssha}',
      ':{ssha512}',
      ':{ssha256}',
      ':{sha}',
    ],
    {
      // A line of a user database.
      prefix: ':',
      characters: String.raw`[^\s:"'<>]`,
      minLength: 20,
      maxLength: 200,
      gate: { reach: 2 },
    },
    { entropy: 3, kind: 'random', before: /(?:^|[\s"'\x60])[\w.@-]{1,40}$/ },
  ),
];
