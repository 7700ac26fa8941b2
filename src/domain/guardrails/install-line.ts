/** Longer texts are no single command to install something. */
const LONGEST = 300;
const ADDRESS = String.raw`(?:'https://[^\s'"|;&<>$()\x60]+'|"https://[^\s'"|;&<>$()\x60]+"|https://[^\s'"|;&<>$()\x60]+)`;
const INSTALL_LINE = new RegExp(
  String.raw`^\s*(?:\$ )?(?:curl|wget)(?: -{1,2}[\w.=-]+(?: '=https')?)* ${ADDRESS}(?: -{1,2}[\w.=-]+)* ?\| ?(?:sudo )?(?:ba|z|da)?sh(?: -s)?(?: --? ?[\w.=-]*)*\s*$`,
);

/**
 * Whether a whole text is one command that installs something from the web, as manuals give it: `curl -fsSL https://… | sh`. It is
 * addressed to nobody and says nothing else, while orders to run such a command have words around it.
 */
export function isInstallLine(text: string): boolean {
  return text.length <= LONGEST && text.includes('|') && INSTALL_LINE.test(text);
}
