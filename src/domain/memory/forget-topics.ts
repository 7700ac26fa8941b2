import type { FactKind, MemoryFact } from '../../ports/memory.ts';

interface Topic {
  readonly name: RegExp;
  readonly kind?: FactKind;
  readonly slot?: string;
  /** What its facts tell of, where there are others of the kind. */
  readonly tells?: RegExp;
}

const FAMILY =
  /\b(?:my|our) (?:\p{L}+ ){0,2}?(?:aunt|baby|brother|child|cousin|dad|daughter|famil|father|fianc|grand|husband|kid|mom|mother|mum|nephew|niece|parent|partner|sibling|sister|son|spouse|step|twin|uncle|wife)/iu;

/** What users call a kind of facts about themselves, or a slot. */
const TOPICS: readonly Topic[] = [
  { name: /^(?:health|illness(?:es)?|medical (?:conditions?|data|details|history|information)|medical records?)$/, kind: 'health' },
  { name: /^(?:career|employer|employment|job|occupation|profession|work|workplace)$/, kind: 'work' },
  { name: /^(?:dislikes|hobbies|interests|likes|likes and dislikes|preferences|tastes?)$/, kind: 'preference' },
  { name: /^(?:appointments|plans|schedule)$/, kind: 'plan' },
  { name: /^(?:family|family members|relatives)$/, kind: 'relation', tells: FAMILY },
  { name: /^(?:address|home|home address|location|residence|whereabouts)$/, slot: 'home' },
  { name: /^(?:diet|eating habits)$/, slot: 'diet' },
  { name: /^(?:marital status|marriage)$/, slot: 'marriage' },
  { name: /^(?:age)$/, slot: 'age' },
  { name: /^(?:name)$/, slot: 'name' },
];

/** Whether a fact is of the kind that a thing of the user's names, as "my health" does. */
export function isOfTopic({ kind, slot, text }: MemoryFact, thing: string): boolean {
  const own = /^(?:my|our) (.+)$/i.exec(thing)?.[1]?.toLowerCase();
  if (own === undefined) return false;
  return TOPICS.some(
    (topic) =>
      topic.name.test(own) && (topic.kind === undefined ? topic.slot === slot : topic.kind === kind) && topic.tells?.test(text) !== false,
  );
}
