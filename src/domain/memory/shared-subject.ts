const ADVERB = '(?:(?:now|currently|still|also|always|usually|mostly|really|just|recently|mainly|often) )?';
const PAST = 'moved|started|joined|bought|sold|got|quit|left|married|adopted|graduated|studied|retired';
const FIRST = `live|work|study|speak|teach|own|have|am|prefer|enjoy|hate|love(?! for)|like|play|drive|volunteer|${PAST}`;
const THIRD = `lives|works|studies|speaks|teaches|owns|has|is|prefers|enjoys|hates|loves|likes|plays|drives|volunteers|${PAST}`;
const LEAD = '(?:(?:and|but|so|well|yes|ok|okay|hi|hello|hey)[ ,!]+)*';

/** A subject with its verb, and where a further verb of the same subject follows: not "love of", where the word is a noun. */
const SUBJECTS = [
  { who: `(i|we)(?:['’](?:m|ve|re)|(?= ${ADVERB}(?:${FIRST})\\b))`, verbs: FIRST },
  { who: `(my (?:\\p{L}+ ){0,2}?\\p{L}+|\\p{Lu}[\\p{L}'’-]+)(?= ${ADVERB}(?:${THIRD})\\b)`, verbs: THIRD },
].map(({ who, verbs }) => ({
  subject: new RegExp(`^${LEAD}${who}`, 'iu'),
  joint: new RegExp(`(?:,? and |, )(?=${ADVERB}(?:${verbs}) (?!from\\b|of\\b)\\p{L})`, 'iu'),
}));

/** Behind such words a verb may belong to another one: "who live in Rome and work …", "like to cook and play …". */
const OPEN = /\b(?:who|whose|which|that|where|when|while|because|since|if|although|to (?!\p{Lu}))\b/u;

/**
 * Clauses of an English sentence whose subject stands only once, each with that subject: "I live in Vienna and work as a nurse". The
 * sentence itself if there are no others.
 */
export function withOwnSubjects(sentence: string): string[] {
  for (const { subject, joint } of SUBJECTS) {
    const who = subject.exec(sentence)?.[1];
    if (who === undefined) continue;
    const clauses: string[] = [];
    let rest = sentence;
    for (let next = joint.exec(rest); next !== null && !OPEN.test(rest.slice(0, next.index)); next = joint.exec(rest)) {
      clauses.push(rest.slice(0, next.index));
      rest = `${who} ${rest.slice(next.index + next[0].length)}`;
    }
    return [...clauses, rest];
  }
  return [sentence];
}
