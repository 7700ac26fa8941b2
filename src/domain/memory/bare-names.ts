import { RELATION } from '../../core/relations.ts';
import { IRREGULAR_PAST, NO_PAST } from './tense.ts';

/** Words that make a clause of what they stand in: auxiliaries, the past, and verbs that people often say of themselves and theirs. */
const VERB = new RegExp(
  `(?<![\\p{L}\\p{N}’'])(?:am|is|are|be|have|has|do|does|can(?:not|['’]t)?|could|will|would|shall|should|may|might|must|\\p{L}+n['’]t|${IRREGULAR_PAST}|(?!${NO_PAST})\\p{Ll}+ed|come|cook|drive|eat|enjoy|feel|get|go|hate|help|hurt|keep|know|like|live|love|make|mean|need|own|play|prefer|read|run|say|see|sing|sleep|speak|stay|study|take|teach|think|travel|use|visit|want|watch|work|write)(?![\\p{L}\\p{N}])|(?<=\\p{L})['’](?:m|re|ve|ll|d)\\b`,
  'iu',
);
const PLACE = "(?: (?:at|from|in|near|of|on|with) [\\p{L} ’'-]{1,60})?";
const PEOPLE = new RegExp(
  `^(?:[Bb]oth )?(?:[Mm]y|[Oo]ur) (?:[\\p{L}’'-]+ ){0,2}?(?:${RELATION}s?|children|grandparents|siblings|famil(?:y|ies))(?:,? \\p{Lu}[\\p{L}’'-]*\\.?)*${PLACE}$`,
  'u',
);
const THING = new RegExp(`^(?:[Bb]oth )?(?:[Mm]y|[Oo]ur) (?:\\p{Ll}[\\p{Ll}’'-]* ){0,3}?[\\p{L}’'-]+${PLACE}$`, 'u');
/** Behind a noun a word in -s is a verb, or may be one: "my dog barks". */
const THIRD_PERSON = /^(?:both )?(?:my|our) (?:\p{Ll}+ )+?\p{Ll}+[^\Ws]s(?![\p{L}’'])/iu;
const NAMES = /^(?:\p{Lu}[\p{L}’'-]*\.?(?: |$)){1,4}$/u;

/** Whether a part of a sentence only names people or things of the speaker, and says nothing of them: "my sister Kim". */
export function isBareName(part: string): boolean {
  const bare = part.replace(/[\s!,.;]+$/, '').replace(/, (?:who|whose|which) [^,]*$/, '');
  const names = bare.split(/(?:,? and |, )(?=(?:my|our|\p{Lu}))/u);
  return names.every((name) => {
    if (VERB.test(name)) return false;
    return NAMES.test(name) || PEOPLE.test(name) || (THING.test(name) && !THIRD_PERSON.test(name));
  });
}
