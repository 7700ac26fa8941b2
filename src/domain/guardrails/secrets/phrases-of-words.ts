import { named, type NamedSecret } from './named-form.ts';
import { PASSWORD_WORD, SAID } from './secret-names.ts';

/** Three to two dozen short words with one blank between, to the end of a line or a sentence; in quotes, to the other quote. */
const WORDS = String.raw`[a-z]{3,12}(?:[ ][a-z]{3,12}){2,23}`;
const IN_LETTERS = '[A-Za-z -]';

/** Passwords that are words: several that somebody drew, or one that is plainly said to be it. */
export const PASSWORDS_OF_WORDS: readonly NamedSecret[] = [
  named(
    'password',
    ['pass', 'pwd', 'kennwort', 'contrase', 'senha', 'wachtwoord', 'mot de passe'],
    {
      lead: String.raw`(?:${PASSWORD_WORD}|pass)(?:${SAID})(?<=["'\x60])`,
      looks: String.raw`(?=${WORDS}["'\x60])`,
      of: IN_LETTERS,
      least: 12,
      most: 200,
      behind: String.raw`(?=["'\x60])`,
      gate: { name: 'one', isOwn: true, reach: Infinity, soon: ['quote'] },
    },
    { entropy: 2, kind: 'words' },
  ),
  named(
    'password',
    ['passphrase', 'seed phrase', 'recovery phrase', 'mnemonic', 'app password', 'backup phrase'],
    {
      lead: String.raw`(?:passphrase|(?:seed|recovery|backup) phrase|mnemonic|app password)(?:\s\([^)\n]{1,30}\)|\sfor\s[\w.' -]{1,30}?)?(?:${SAID}|\s?:\s?\n)`,
      looks: String.raw`(?=${WORDS}[ \t]{0,3}(?:[\r\n]|$|[.,;]))`,
      of: IN_LETTERS,
      least: 12,
      most: 200,
      behind: String.raw`(?=[ \t]{0,3}(?:[\r\n]|$|[.,;]))`,
      gate: { reach: Infinity },
    },
    { entropy: 2, kind: 'words' },
  ),
  named(
    'password',
    ['pass', 'kennwort', 'contrase', 'senha', 'wachtwoord', 'mot de passe'],
    {
      // "The wifi password is sunflower."
      lead: String.raw`(?:password|passwort|kennwort|passphrase|passcode|contraseña|senha|wachtwoord|mot de passe)(?:\s(?:for|of|to|für|de|del|do|da|du|van|voor)\s(?:[\p{L}\d.'-]{1,14}(?::\s(?=[a-z]{5,24}\s{0,3}(?:$|[\r\n]))|\s)){1,3}?|\s)(?:(?<!:\s)(?:is|was|lautet|ist|es|é|est|=(?<=['’]s \w{4,12} =))\s|(?<=:\s))(?:(?:just|simply|now|still|einfach)\s)?["'\x60]?`,
      looks: String.raw`(?=[a-z]{5,24}(?:["'\x60]|[.!]?\s{0,3}(?:$|[\r\n])|[.!]\s|,?\s(?:all|in)\s(?:lower|small)|\s\())`,
      of: '[a-z]',
      least: 5,
      most: 24,
      gate: { name: 'one', reach: Infinity },
    },
    { entropy: 2, kind: 'word', before: /(?:^|[^\p{L}\d])$/u },
  ),
];
