/** A message with the files that stand in its text, in the order of their places. */
interface MessageWithFiles {
  readonly content: string;
  readonly files?: readonly { readonly name: string; readonly text: string; readonly at: number }[];
}

/** The text of a message as a model gets it: each file stands at its place, within a frame that says its name and that nothing in it can end. */
export function messageText({ content, files = [] }: MessageWithFiles): string {
  const parts: string[] = [];
  let from = 0;
  for (const { name, text, at } of files) {
    if (at > from) parts.push(content.slice(from, at).replace(/^\n/, ''));
    parts.push(framed(name, text));
    from = at;
  }
  if (content.length > from) parts.push(files.length === 0 ? content : content.slice(from).replace(/^\n/, ''));
  return parts.join('\n');
}

function framed(name: string, text: string): string {
  const shown = name.replaceAll(/\s+/gu, ' ').replaceAll(/["<>]/g, '_');
  return `<file name="${shown}">\n${text.replaceAll(/<(?=\/?file\b)/gi, '‹')}\n</file>`;
}
