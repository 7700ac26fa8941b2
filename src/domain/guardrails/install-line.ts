import { ENGLISH_WORDS } from './normalisation/english-words.ts';

/** Longer texts are no single command to install something. */
const LONGEST = 300;
const ADDRESS = String.raw`(?:'https://[^\s'"|;&<>$()\x60]+'|"https://[^\s'"|;&<>$()\x60]+"|https://[^\s'"|;&<>$()\x60]+)`;
/** No option can be read in two ways, which would take time exponential in their number. */
const FETCHED = String.raw`(?:curl|wget)(?: -[\w.=-]+(?: '=https')?)* ${ADDRESS}(?: -[\w.=-]+)*`;
const SHELL = String.raw`(?:sudo (?:-E )?)?(?:ba|z|da)?sh`;
const PIPED = String.raw`${FETCHED} ?\| ?${SHELL}(?: -[\w.=-]*(?: [\w.=][\w.=-]*)?)*`;
const SAVED = String.raw`${FETCHED} -o (?<file>[\w.-]+)(?: && |\n(?:\$ )?)${SHELL} (?:\./)?\k<file>`;
const INSTALL_LINE = new RegExp(String.raw`^\s*(?:\x60{3}\w*\n)?(?:\$ )?(?:${PIPED}|${SAVED})\s*(?:\x60{3}\s*)?$`);

/** Names in addresses and options of such commands that are English words; more than a few others make a sentence. */
const NAMES: ReadonlySet<string> = new Set(
  'curl bash raw get install script scripts setup main master stable latest download release tools public version default'.split(' '),
);
const MOST_OTHERS = 2;
/** Made for the first such command. */
let others: ReadonlySet<string> | undefined;

/**
 * Whether a whole text is one command that installs something from the web, as manuals give it: `curl -fsSL https://… | sh`. It is
 * addressed to nobody and says nothing else, while orders to run such a command have words around it, or in its address.
 */
export function isInstallLine(text: string): boolean {
  return text.length <= LONGEST && text.includes('https://') && INSTALL_LINE.test(text) && !isSentence(text);
}

function isSentence(text: string): boolean {
  const words = (others ??= new Set(ENGLISH_WORDS.filter((word) => word.length > 1 && !NAMES.has(word))));
  return (text.toLowerCase().match(/[a-z]+/g) ?? []).filter((word) => words.has(word)).length > MOST_OTHERS;
}
