/** Occupations whose assistants are people. Such as software shares («personal», «research», «writing») are none of them. */
const OCCUPATIONS =
  'accounting admin administrative care classroom clerical dental departmental editorial executive graduate healthcare kitchen lab ' +
  'laboratory legal library medical nursing office parliamentary pharmacy physician production retail sales shop stage store student ' +
  'surgical teaching technical veterinary warehouse';
/** Posts that have assistants or that assistants have. */
const POSTS =
  'accountant attorney buyer captain chef coach commissioner conductor controller curator dean director editor engineer governor ' +
  'librarian manager nurse principal producer professor prosecutor referee secretary superintendent surgeon teacher trainer treasurer';

const wordIn = (words: string): string => `(?:${words.replaceAll(' ', '|')})`;
const BEFORE = new RegExp(`(?<![\\p{L}\\p{N}_-])${wordIn(OCCUPATIONS)}[ -]a$`, 'iu');
const BEHIND = new RegExp(`^s?[ -]${wordIn(POSTS)}s?(?![\\p{L}\\p{N}_])`, 'iu');

/** What follows the first letter of «assistant», and of a word as long for a person at work. */
const ASSISTANT = 'ssistant';
const ASSOCIATE = 'ssociate';
/** Length of the longest word before or behind, with what parts them. */
const NEARBY = 20;

/**
 * A text with «associate» for «assistant» in the titles of people's jobs, which moves no offset. The models learned what an assistant is
 * from texts about software: of tasks that an office gives its people («The teaching assistant must collect all papers») they take that
 * word for proof that a machine is ordered about. Linear in the length of the text.
 */
export function withoutJobTitles(text: string): string {
  const pieces: string[] = [];
  let from = 0;
  for (let at = text.indexOf(ASSISTANT); at >= 0; at = text.indexOf(ASSISTANT, at + 1)) {
    const end = at + ASSISTANT.length;
    if (BEFORE.test(text.slice(Math.max(0, at - NEARBY), at)) || BEHIND.test(text.slice(end, end + NEARBY))) {
      pieces.push(text.slice(from, at), ASSOCIATE);
      from = end;
    }
  }
  return pieces.length === 0 ? text : pieces.join('') + text.slice(from);
}
