/** Links that lead to a page or an address; others, such as those within a document, say nothing without it. */
const LEADS_OUT = /^(?:https?:\/\/|mailto:)\S{1,2000}$/i;
const BEGINNING = /^(?:https?:\/\/(?:www\.)?|mailto:)/i;

/**
 * What is written behind the text of a link for readers who cannot follow it: its target in brackets, unless the text says it already
 * or the same link has stood in the document before.
 */
export type LinkNote = (target: string | undefined, shown: string) => string;

/** Notes of the links of one document. */
export function createLinkNotes(): LinkNote {
  const given = new Set<string>();
  return (target = '', shown) => {
    const url = target.trim();
    const link = `${url} ${shown.trim()}`;
    if (shown.trim() === '' || !LEADS_OUT.test(url) || given.has(link)) return '';
    given.add(link);
    const address = /^mailto:/i.test(url) ? url.replace(/^mailto:/i, '').replace(/\?.*$/, '') : url;
    const isSaid = shown.toLowerCase().includes(address.replace(BEGINNING, '').replace(/\/$/, '').toLowerCase());
    return isSaid ? '' : `${/\s$/.test(shown) ? '' : ' '}(${address})`;
  };
}
