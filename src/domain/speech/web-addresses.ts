import { spellWritten } from './acronyms.ts';
import { cardinalWords, labelWords } from './number-words.ts';
import type { ReadingRule } from './reading-rule.ts';

const SIGNS: Readonly<Record<string, string>> = {
  '.': 'dot',
  '/': 'slash',
  '-': 'dash',
  _: 'underscore',
  '@': 'at',
  ':': 'colon',
  '+': 'plus',
  '~': 'tilde',
  '#': 'hash',
  '%': 'percent',
  '&': 'and',
  '=': 'equals',
  '\\': 'backslash',
};
/** Top-level domains and file extensions pronounced as words; others are spelled out. */
const SAID_ENDINGS = new Set([
  'com',
  'org',
  'net',
  'gov',
  'info',
  'dev',
  'app',
  'blog',
  'shop',
  'online',
  'page',
  'cloud',
  'site',
  'store',
  'tech',
  'local',
  'test',
  'example',
  'mil',
  'museum',
  'text',
  'zip',
  'lock',
  'log',
  'env',
  'bin',
  'doc',
  'java',
  'rust',
  'swift',
  'wave',
  'pem',
  'jpeg',
  'jar',
  'iso',
  'go',
  'bash',
  'web',
]);
const EXTENSIONS =
  'tsx?|jsx?|mjs|cjs|py|rb|rs|go|java|kt|swift|cc?|cpp|hh?|hpp|cs|php|sh|bash|ps1|html?|css|scss|json|ya?ml|toml|xml|csv|tsv|md|txt|log|pdf|docx?|xlsx?|pptx?|png|jpe?g|gif|svg|webp|ico|mp3|mp4|wav|flac|ogg|zip|gz|tar|tgz|exe|dll|so|bin|env|lock|sql|db|ini|cfg|conf|onnx|wasm|vue|svelte|ipynb|lua|swift|iso|apk|dmg|jar|pem|key';
/** The most path segments of a web address that are spoken, since more would be hard to follow. */
const SAID_PATH_PARTS = 4;

/** Reads an address part by part; `joins` matches the characters that are spoken. */
function addressWords(written: string, joins: RegExp): string {
  const pieces = written.match(/[A-Za-zÀ-ɏ]+|\d+|[^A-Za-zÀ-ɏ\d]/g) ?? [];
  return pieces
    .map((piece, index) => {
      if (/^\d/.test(piece)) return piece.length < 3 ? cardinalWords(piece) : labelWords(piece);
      if (!/^[A-Za-zÀ-ɏ]/.test(piece)) return joins.test(piece) ? (SIGNS[piece] ?? '') : '';
      if (piece.toLowerCase() === 'etc') return 'E T C';
      if (
        pieces[index - 1] === '.' &&
        index === pieces.length - 1 &&
        !joins.test('+') &&
        !SAID_ENDINGS.has(piece.toLowerCase()) &&
        piece.length <= 4
      )
        return spellWritten(piece.toUpperCase());
      return spellWritten(piece, true);
    })
    .join(' ');
}

/** A host, which capitals do not make an acronym: «EXAMPLE.COM». */
function hostWords(host: string): string {
  return addressWords(/[a-z]/.test(host) ? host : host.toLowerCase(), /[.-]/);
}

function portWords(port: string): string {
  return port === '' ? '' : ` colon ${labelWords(port.slice(1))}`;
}

function pathWords(path: string): string {
  const parts = path
    .split('/')
    .filter((part) => part !== '')
    .map((part) => part.replace(/[%][0-9A-Fa-f]{2}/g, ' '));
  const said = parts.slice(0, SAID_PATH_PARTS).filter((part) => part.length <= 60 && !/^(?=.*\d)[0-9a-f-]{12,}$/i.test(part));
  return said.map((part) => ` slash ${addressWords(part, /[.@]/)}`).join('');
}

/** Web and mail addresses, handles, hashtags, paths and file names. */
export const WEB_RULES: readonly ReadingRule[] = [
  {
    pattern: /(?:mailto:)?([A-Za-z0-9][A-Za-z0-9._%+-]{0,63})@([A-Za-z0-9-]{1,63}(?:\.[A-Za-z0-9-]{1,63}){1,5})/y,
    say: ([, user = '', host = '']) => `${addressWords(user, /[._+-]/)} at ${hostWords(host)}`,
  },
  {
    pattern:
      /(?:[a-z]{2,10}:\/\/)(?:www\.)?([A-Za-z0-9-]{1,63}(?:\.[A-Za-z0-9-]{1,63}){0,6})(:\d{1,5})?((?:\/[^\s/?#"'<>)\]]{0,200}){0,30})(?:[?#][^\s"'<>)\]]{0,2000})?(?<![.,;:!?])/y,
    say: ([, host = '', port = '', path = '']) => hostWords(host) + portWords(port) + pathWords(path),
  },
  {
    pattern:
      /(?:(localhost|(?:[A-Za-z0-9-]{1,63}\.){1,5}[A-Za-z][A-Za-z0-9-]{1,62}|\d{1,3}(?:\.\d{1,3}){3})(:\d{2,5})|localhost)((?:\/[^\s/?#"'<>)\]]{1,200}){0,30}\/?)(?:[?#][^\s"'<>)\]]{0,2000})?(?<![.,;:!?])(?![\w])/y,
    say: ([, host = 'localhost', port = '', path = '']) => hostWords(host) + portWords(port) + pathWords(path),
  },
  {
    pattern:
      /(www\.|WWW\.)?([A-Za-z0-9-]{1,63}(?:\.[A-Za-z0-9-]{1,63}){0,4}\.(?:com|org|net|edu|gov|io|ai|co|dev|app|uk|de|fr|eu|info|tv|me|ly|ca|ch|us|COM|ORG|NET))(?![\w@-])((?:\/[^\s/?#"'<>)\]]{1,200}){0,30}\/?)(?:[?#][^\s"'<>)\]]{0,2000})?(?<![.,;:!?])/y,
    say: ([, www, host = '', path = '']) => `${www === undefined ? '' : 'W W W dot '}${hostWords(host)}${pathWords(path)}`,
  },
  {
    pattern: new RegExp(
      `(?:[A-Za-z]:\\\\|~|\\.{1,2})?(?:[\\\\/]?[\\w@.-]{1,80}[\\\\/]){0,12}[\\w@-][\\w.@-]{0,80}\\.(?:${EXTENSIONS})(?![\\w])`,
      'y',
    ),
    say: ([whole = '']) => addressWords(whole.replace(/^\.{1,2}[\\/]/, ''), /[./\\]/),
  },
  {
    pattern: /(?:~|\.{1,2})?(?:\/[A-Za-z_.@][\w.@-]{0,80}){1,12}\/?(?<![.,;:!?])(?![\w])/y,
    say: ([whole = ''], { before }) => (/[\w)%°¢€£]$/.test(before) ? undefined : addressWords(whole, /[./~]/)),
  },
  {
    pattern: /\.(gitignore|env|bashrc|zshrc|npmrc|dockerignore)(?!\w)/y,
    say: ([, name = '']) => `dot ${name === 'env' ? 'E N V' : name.replace('ignore', ' ignore').replace('rc', ' R C')}`,
  },
  { pattern: /@(?=\s+\w)/y, say: () => 'at' },
  { pattern: /@([A-Za-z][\w.-]{0,60})\b/y, say: ([, name = '']) => `at ${addressWords(name, /[.]/)}` },
  {
    pattern: /#(?![A-Z]{1,4}-?\d|(?=[A-Fa-f]*\d)[0-9A-Fa-f]{6}(?!\w))([A-Za-z]\w{0,60})/y,
    say: ([, tag = '']) => `hashtag ${addressWords(tag, /[.]/)}`,
  },
];
