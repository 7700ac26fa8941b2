import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { composeReply } from '../../src/adapters/extractive/reply.ts';
import { isClosed, splitSentences } from '../../src/adapters/extractive/sentences.ts';
import { CAPABILITIES, FORGETS, NOTHING, UNDERSTOOD, VAGUE } from '../../src/adapters/extractive/small-talk.ts';
import { contentTerms, isRelated, stem } from '../../src/adapters/extractive/terms.ts';
import { NOTES_HEADING, noteLine, readNoteLine, type MemoryNote } from '../../src/core/memory-note.ts';
import type { ChatMessage, ChatRole } from '../../src/ports/language.ts';
import { startCpuTime } from '../cpu-time.ts';

const says =
  (role: ChatRole) =>
  (content: string): ChatMessage => ({ role, content });
const user = says('user');
const assistant = says('assistant');
const system = says('system');
const tool = says('tool');

/** A passage of a search, in the frame that models get. */
const framed = (section: string, text: string, columns = ''): string =>
  `<passage number="1" file="leave.md" section="${section}"${columns === '' ? '' : ` columns="${columns}"`}>\n\n${text}\n</passage>`;

const LIGHTHOUSE =
  'The old lighthouse of Kerrin was built in 1862 by the engineer Mary Stone. It stands on a rock near the harbour. ' +
  'The keeper lights the lamp every evening at six. Visitors pay four euros. Dr. Smith, a local doctor, lives beside the station.';
const BRIDGE =
  'The bridge was opened in 1934. The bridge spans 412 metres. Today 18,000 vehicles cross the bridge each day. Cyclists must not use the bridge. ' +
  'The nearest station is Marlow Quay.';
const OFFICE = 'You are a helpful assistant. Answer briefly. The office opens at nine on weekdays. Parking is free for customers.';

interface Case {
  readonly name: string;
  readonly messages: readonly ChatMessage[];
  readonly reply: string;
}

const cases: readonly Case[] = [
  {
    name: 'finds the answer in the text of the same message',
    messages: [user(`${LIGHTHOUSE} When was the lighthouse built?`)],
    reply: 'The old lighthouse of Kerrin was built in 1862 by the engineer Mary Stone.',
  },
  {
    name: 'reads "Context:" and "Question:" labels',
    messages: [user(`Context: ${LIGHTHOUSE}\n\nQuestion: How much do visitors pay?`)],
    reply: 'Visitors pay four euros.',
  },
  {
    name: 'finds the answer in an earlier message',
    messages: [user(LIGHTHOUSE), assistant(UNDERSTOOD), user('Where does Dr. Smith live?')],
    reply: 'Dr. Smith, a local doctor, lives beside the station.',
  },
  {
    name: 'understands a question as a recogniser writes it, without marks or capitals',
    messages: [system(OFFICE), user('when does the office open')],
    reply: 'The office opens at nine on weekdays.',
  },
  {
    name: 'finds the answer in the result of a tool',
    messages: [
      user('Is the train late?'),
      tool('Train 12 is late by ten minutes.\nTrain 14 is cancelled.'),
      user('Which train is cancelled?'),
    ],
    reply: 'Train 14 is cancelled.',
  },
  {
    name: 'follows "it" back to the question before',
    messages: [
      user(LIGHTHOUSE),
      assistant('Yes.'),
      user('Who built the lighthouse?'),
      assistant('Mary Stone.'),
      user('And where does it stand?'),
    ],
    reply: 'It stands on a rock near the harbour.',
  },
  {
    name: 'quotes what a person said about themselves',
    messages: [user('My name is Ada and I live in Paris.'), assistant(UNDERSTOOD), user('What is my name?')],
    reply: 'You said: “My name is Ada and I live in Paris.”',
  },
  {
    name: 'gives both sentences when two answer equally well',
    messages: [tool('The code word is apple.'), assistant('Noted.'), tool('The code word is cherry.'), user('What is the code word?')],
    reply: 'The code word is apple. The code word is cherry.',
  },
  {
    name: 'closes a sentence that has no mark',
    messages: [tool('opening hours: nine to five'), user('What are the opening hours?')],
    reply: 'opening hours: nine to five.',
  },
  {
    name: 'goes on after the end of a line to the answer, be it a number or a name',
    messages: [user('The total of the invoice is\n4,200 euros. What is the total of the invoice?')],
    reply: 'The total of the invoice is 4,200 euros.',
  },
  {
    name: 'puts no period on a sentence that is cut off',
    messages: [tool('The bridge was designed in 1911 by'), user('When was the bridge designed?')],
    reply: 'The bridge was designed in 1911 by …',
  },
  { name: 'says plainly when nothing answers', messages: [system(OFFICE), user('What is the capital of France?')], reply: NOTHING },
  { name: 'says plainly when there is nothing to answer from', messages: [user('What is the weather like today?')], reply: NOTHING },
  {
    name: 'says plainly that nothing answers where only the topic of the whole text is in the question',
    messages: [user(BRIDGE), assistant(UNDERSTOOD), user('Who painted the bridge?')],
    reply: NOTHING,
  },
  {
    name: 'counts a word that a quarter of the sentences share as their topic',
    messages: [
      user(`${LIGHTHOUSE} The lighthouse was painted white. The garden has roses.`),
      assistant(UNDERSTOOD),
      user('Who funded the lighthouse?'),
    ],
    reply: NOTHING,
  },
  {
    name: 'gives no answer about somebody else than the one whose thing is asked about',
    messages: [user("My name is Ann. My brother's car is red."), assistant(UNDERSTOOD), user("What is my sister's name?")],
    reply: NOTHING,
  },
  {
    name: 'does not answer with a heading that only repeats the question',
    messages: [tool('High water\n\nHigh water in Fowey is at 06:55.'), user('When is high water?')],
    reply: 'High water in Fowey is at 06:55.',
  },
  {
    name: 'takes a decimal for one number',
    messages: [user('It costs 3.2 million.'), assistant(UNDERSTOOD), user('What is 2?')],
    reply: NOTHING,
  },
  {
    name: 'sums up an earlier text in as many sentences as were asked for',
    messages: [user(BRIDGE), assistant(UNDERSTOOD), user('Summarise the text in one sentence.')],
    reply: 'The bridge was opened in 1934.',
  },
  {
    name: 'tells what a text is about',
    messages: [user('The bridge was opened in 1934.'), assistant(UNDERSTOOD), user('What is the text about?')],
    reply: 'The bridge was opened in 1934.',
  },
  {
    name: 'quotes the whole record of a file that has the name and what is asked for',
    messages: [
      system(
        'Answer from the passages below.\n\n<passage number="1" file="a.csv">\n\nid: 7\nname: Ann Lee\nextension: 907\n\nid: 8\nname: Bob Roe\nextension: 908\n</passage>',
      ),
      user('What is the extension of Bob Roe?'),
    ],
    reply: 'id: 8\nname: Bob Roe\nextension: 908',
  },
  {
    name: 'answers from the section of a file that the question names',
    messages: [
      tool(
        [
          framed('Leave › Germany', 'Plan early. Extra days can be bought at 210 euros.'),
          framed(
            'Leave',
            '## France\n\nExtra days can be bought at 180 euros.\n\n## Poland\n\n### Buying\n\nExtra days can be bought at 120 euros.',
          ),
        ].join('\n\n'),
      ),
      user('What does an extra day of leave cost in Poland?'),
    ],
    reply: 'Extra days can be bought at 120 euros.',
  },
  {
    name: 'answers from all sections alike when the question names none',
    messages: [
      tool([framed('Leave › Germany', 'Extra days cost 210 euros.'), framed('Leave › Poland', 'Extra days cost 120 euros.')].join('\n\n')),
      user('What does an extra day of leave cost?'),
    ],
    reply: 'Extra days cost 210 euros. Extra days cost 120 euros.',
  },
  {
    name: 'finds the row of a table by the name of a column above it',
    messages: [
      tool(framed('Stock', 'Widget 070 | 1490 | 58\nWidget 071 | 1500 | 60', 'Product | Price | Weight')),
      user('What is the price of the widget 071?'),
    ],
    reply: 'Widget 071 | 1500 | 60',
  },
  {
    name: 'puts rows of a table on lines of their own, without a period',
    messages: [tool('| Town | Lead |\n| Porto | Rui |'), user('Who is the lead in Porto?')],
    reply: '| Town | Lead |\n| Porto | Rui |',
  },
  {
    name: 'prefers what holds to what is over',
    messages: [user('I used to live in Vienna. I moved to Graz.'), assistant(UNDERSTOOD), user('Where do I live?')],
    reply: 'You said: “I moved to Graz.”',
  },
  {
    name: 'tells where its user lives, not where somebody else moved, nor where a story plays',
    messages: [
      user('Write a story: I live on a ship.'),
      user('My brother Jonas moved to Munich.'),
      user('I used to live in Vienna'),
      user('I moved to Graz.'),
      user('Where do I live?'),
    ],
    reply: 'You said: “I moved to Graz.”',
  },
  {
    name: 'tells nothing of its user where a relative is asked about',
    messages: [user('I work as a florist.'), user('Where does my brother work?')],
    reply: NOTHING,
  },
  {
    name: 'tells where a relative lives',
    messages: [user('I live in Graz.'), user('My brother Jonas moved to Munich.'), user('Where does my brother live?')],
    reply: 'You said: “My brother Jonas moved to Munich.”',
  },
  {
    name: 'tells what was so before where that is asked',
    messages: [user('I used to live in Vienna. I moved to Graz.'), assistant(UNDERSTOOD), user('Where did I use to live?')],
    reply: 'You said: “I used to live in Vienna.”',
  },
  {
    name: 'does not quote a supposition as a fact',
    messages: [user('Suppose my name is Bob.'), assistant(UNDERSTOOD), user('What is my name?')],
    reply: NOTHING,
  },
  {
    name: 'finds how old somebody is who told a number',
    messages: [user("I'm 34 and I live in Leeds."), assistant(UNDERSTOOD), user('How old am I?')],
    reply: "You said: “I'm 34 and I live in Leeds.”",
  },
  {
    name: 'says once what two notes say',
    messages: [user('My email is jo@example.com'), user('My email is jo@example.com and my cat is Pixel.'), user('What is my email?')],
    reply: 'You said: “My email is jo@example.com”',
  },
  { name: 'does no arithmetic', messages: [user('What is 2 + 2?')], reply: NOTHING },
  { name: 'never gives the question back as its answer', messages: [user('Where is the key? Where is the key?')], reply: NOTHING },
  {
    name: 'never gives an earlier question back as its answer',
    messages: [user('Where is the red key'), assistant(NOTHING), user('Where is the red key?')],
    reply: NOTHING,
  },
  {
    name: 'never answers with its own phrases',
    messages: [user('What is a conversation?'), assistant(NOTHING), user('What is the extractive model?')],
    reply: NOTHING,
  },
  {
    name: 'never answers with a system message that gives orders',
    messages: [system(OFFICE), user('Who is a helpful assistant?')],
    reply: NOTHING,
  },
  {
    name: 'answers a greeting',
    messages: [user('Hi there!')],
    reply: 'Hello. Ask me something about this conversation, or give me a text and ask about that.',
  },
  { name: 'answers thanks', messages: [user('ok thank you very much')], reply: 'You are welcome.' },
  { name: 'tells what it can do', messages: [user('What can you do?')], reply: CAPABILITIES },
  { name: 'tells who it is', messages: [user("what's your name")], reply: CAPABILITIES },
  { name: 'takes note when nothing is asked', messages: [user(LIGHTHOUSE)], reply: UNDERSTOOD },
  {
    name: 'does not take a question for small talk because it begins like one',
    messages: [system('The help desk is in room four.'), user('hello, where is the help desk?')],
    reply: 'The help desk is in room four.',
  },
  { name: 'answers nothing when no user has spoken', messages: [system(OFFICE)], reply: NOTHING },
];

describe('composeReply()', () => {
  for (const { name, messages, reply } of cases) {
    it(name, () => assert.equal(composeReply(messages), reply));
  }

  it('sums up a text with up to three of its own sentences, in their order', () => {
    const reply = composeReply([user(`Summarise this: ${LIGHTHOUSE}`)]);
    const sentences = splitSentences(reply);
    const places = sentences.map((sentence) => LIGHTHOUSE.indexOf(sentence));
    assert.equal(sentences.length, 3);
    assert.deepEqual(
      places,
      places.toSorted((a, b) => a - b),
    );
    assert.ok(places.every((place) => place >= 0));
  });

  it('is deterministic', () => {
    const messages = [system(OFFICE), user(`${LIGHTHOUSE} Tell me about the keeper.`)];
    assert.equal(new Set(Array.from({ length: 5 }, () => composeReply(messages))).size, 1);
  });

  it('tells how to connect a larger model when it cannot answer', () => {
    assert.match(NOTHING, /REASONER_MODEL=openai/);
    assert.match(NOTHING, /REASONER_OPENAI_BASE_URL/);
  });

  it('answers from 200 000 characters within two seconds', () => {
    const filler = Array.from({ length: 3000 }, (_, index) => `Shelf ${index} holds ${index * 7} boxes of paper for the archive.`).join(
      ' ',
    );
    const start = performance.now();
    const reply = composeReply([
      user(filler),
      assistant('Noted.'),
      user(`The shelves are full. The safe stands behind shelf 12. Where does the safe stand?`),
    ]);
    assert.equal(reply, 'The safe stands behind shelf 12.');
    assert.ok(performance.now() - start < 2000);
  });

  it('survives hostile text: long runs without blanks, marks only, lone surrogates', () => {
    const start = performance.now();
    for (const content of [
      'a'.repeat(100_000),
      '?!.'.repeat(30_000),
      `\ud800 what?`,
      '. '.repeat(50_000),
      `${'('.repeat(50_000)}?`,
      ' \n'.repeat(50_000),
      'thank '.repeat(20_000),
      'a\n'.repeat(50_000),
      'A. '.repeat(30_000),
      `${Array.from({ length: 20_000 }, (_, index) => `A${index}.`).join(' ')} What is A7?`,
      `${Array.from({ length: 20_000 }, (_, index) => `w${index}`).join(' ')}?`,
    ]) {
      assert.equal(typeof composeReply([user(content)]), 'string');
    }
    assert.ok(performance.now() - start < 4000);
  });

  const hostile = {
    'a label without a colon': `a${'\t'.repeat(100_000)}b`,
    'a declaration without a value': `I am\nconst ${'a.'.repeat(50_000)}`,
    'a word of all kinds of letters': `I ${'aé'.repeat(50_000)}`,
    'the announcement of a text that never comes': `Here is my ${'text '.repeat(20_000)}`,
  };
  for (const [what, content] of Object.entries(hostile)) {
    it(`answers in time from ${what}`, () => {
      const elapsed = startCpuTime();
      composeReply([user(content), user('What do I like now?')]);
      assert.ok(elapsed() < 1000);
    });
  }

  const ofPeople: readonly (readonly [string, readonly string[], string, string])[] = [
    ['other words for the same people', ['My flatmate lives in Oslo.'], 'Where does my roommate live?', 'My flatmate lives in Oslo.'],
    [
      'what began once and goes on',
      ['I have lived in Bergen for ten years.', 'I lived in Oslo.'],
      'Where do I live?',
      'I have lived in Bergen for ten years.',
    ],
  ];
  for (const [what, said, question, answer] of ofPeople) {
    it(`answers with ${what}`, () => assert.equal(composeReply([...said, question].map(user)), `You said: “${answer}”`));
  }

  it('leaves nothing of what was so once if it is asked what is so now', () => {
    const said = ['My brother Jonas lived in Bergen.', 'My brother Jonas lives in Oslo.', 'Where does my brother live?'];
    assert.equal(composeReply(said.map(user)), 'You said: “My brother Jonas lives in Oslo.”');
  });
});

describe('notes on a user', () => {
  const notes = (...lines: readonly Partial<MemoryNote>[]): ChatMessage =>
    system(
      [NOTES_HEADING, ...lines.map((line) => noteLine({ date: '2026-11-28', speaker: 'user', text: '', superseded: [], ...line }))].join(
        '\n',
      ),
    );

  it('are read as what the user said, without date, speaker and quotation marks', () => {
    const given = notes({ text: 'I live in Lisbon. I have a sister.\nShe "sings".' });
    assert.equal(composeReply([given, user('Where do I live?')]), 'You said: “I live in Lisbon.”');
    assert.equal(composeReply([given, user('Who sings?')]), 'She "sings".');
  });

  it('are no answer with what marks them as superseded, nor with their heading', () => {
    const given = notes({ text: 'My desk is red.', superseded: ['The user lives in Lisbon.'] });
    assert.equal(composeReply([given, user('Who lives in Lisbon?')]), NOTHING);
    assert.equal(composeReply([given, user('What do the notes on this user say?')]), NOTHING);
    assert.equal(composeReply([given, user('What colour is my desk?')]), 'You said: “My desk is red.”');
  });

  it('of the assistant are its own words', () => {
    const given = notes({ speaker: 'assistant', text: 'The museum opens at ten.' });
    assert.equal(composeReply([given, user('When does the museum open?')]), 'The museum opens at ten.');
  });

  it('answer once, with the date that was resolved, when a fact and its turn both say it', () => {
    const given = notes({ text: 'My sister comes next Friday (2026-12-04).' }, { text: 'Hello. My sister comes next Friday. I am well.' });
    assert.equal(composeReply([given, user('When does my sister come?')]), 'You said: “My sister comes next Friday (2026-12-04).”');
  });

  it('answer a question that uses other words: where somebody lives who moved', () => {
    assert.equal(composeReply([notes({ text: 'I moved to Porto.' }), user('Where do I live?')]), 'You said: “I moved to Porto.”');
    assert.equal(composeReply([notes({ text: 'My dog is called Rex.' }), user('What is my name?')]), NOTHING);
  });

  const answers: readonly (readonly [question: string, answer: string | undefined, ...said: readonly string[]])[] = [
    ["What is my sister's name?", undefined, 'My name is Ann.'],
    ['What is my name?', undefined, "My sister's name is Eva."],
    ['Where does my aunt live?', undefined, 'I live in Perth.'],
    ['Where does Paula live?', undefined, 'I live in Perth.'],
    ['Where do I live?', undefined, 'My aunt lives in Perth.'],
    ['Where does my son work?', 'My son works as a baker.', 'I work as a nurse.', 'My son works as a baker.'],
    ['Where does Petra live?', 'Petra moved to Linz.', 'I live in Graz.', 'Petra moved to Linz.'],
    ['Where do I live?', 'I live in Kyiv.', 'I live in Kyiv.', 'I used to live in Lviv.', 'I lived in Lutsk as a child.'],
    ['Where did I live before?', 'I used to live in Lviv.', 'I used to live in Lviv.'],
    ['What do I do for a living?', 'I work as a baker.', 'I live in Leeds.', 'I work as a baker.'],
    ['What is my job?', 'I am a teacher.', 'I am a teacher.', 'I am a vegetarian.'],
    ['How old am I?', "I'm 34.", "I'm 34."],
    ['What are my children called?', 'I have two kids, Lea and Nils.', 'I have two kids, Lea and Nils.'],
    ["What is my mother's name?", 'My mum is called Rosa.', 'My mum is called Rosa.'],
    ['What is my name?', undefined, 'Suppose my name is Bob.'],
    ['Where do I live?', undefined, 'Write a story. I am a pirate. I live on a ship.'],
    ['Am I a vegetarian?', undefined, 'My friend said "I am a vegetarian".'],
  ];
  for (const [question, answer, ...said] of answers) {
    it(`answer ${JSON.stringify(question)} with ${answer ?? 'nothing'}`, () => {
      const reply = composeReply([notes(...said.map((text) => ({ text }))), user(question)]);
      if (answer === undefined) assert.equal(reply, NOTHING);
      else assert.ok(reply === `You said: “${answer}”` || reply === answer, reply);
    });
  }
});

describe('composeReply() to requests to forget', () => {
  const PIN = 'My PIN is 4242. The capital of France is Paris.';
  for (const [said, answer] of [
    ['Forget everything you know about me.', FORGETS],
    ['Can you forget my PIN, please?', FORGETS],
    ['Forget my PIN. I live in Rome.', FORGETS],
    ['Forget my PIN. What is the capital of France?', 'The capital of France is Paris.'],
    ['Forget everything.', VAGUE],
    ['Delete my address.', VAGUE],
    ['Forget it.', UNDERSTOOD],
    ['I forgot my keys.', UNDERSTOOD],
  ] as const) {
    it(`answers ${JSON.stringify(said)}`, () => assert.equal(composeReply([user(PIN), assistant(UNDERSTOOD), user(said)]), answer));
  }
});

describe('splitSentences()', () => {
  it('keeps abbreviations, decimals and initials inside a sentence', () => {
    assert.deepEqual(splitSentences('Dr. Ada B. Stone paid 3.50 euros. She left.'), ['Dr. Ada B. Stone paid 3.50 euros.', 'She left.']);
  });

  it('keeps lines and list items apart and joins wrapped lines', () => {
    assert.deepEqual(splitSentences('- first item\n- second item\nA line that\ngoes on.'), [
      'first item',
      'second item',
      'A line that goes on.',
    ]);
  });

  const wrapped: readonly (readonly [string, string, readonly string[]])[] = [
    ['a day', 'The meeting with the board is on\nThursday at noon.', ['The meeting with the board is on Thursday at noon.']],
    ['a name', 'The bridge was designed in 1911 by\nHeike Onnes.', ['The bridge was designed in 1911 by Heike Onnes.']],
    ['a noun in German', 'Die Rechnung wurde bezahlt von\nHerrn Müller.', ['Die Rechnung wurde bezahlt von Herrn Müller.']],
    ['a name in French', 'Le pont a été construit par\nGustave Eiffel.', ['Le pont a été construit par Gustave Eiffel.']],
    [
      'a name in a narrow column',
      'phenomenon was\ndiscovered in 1911 by\nDutch physicist Heike\nKamerlingh Onnes. Like\nferromagnetism it is\nrare.',
      ['phenomenon was discovered in 1911 by Dutch physicist Heike Kamerlingh Onnes.', 'Like ferromagnetism it is rare.'],
    ],
    [
      'a name where the lines are full',
      'explanations were found later for the\ncurrent by the brothers Fritz and Heinz\nLondon in 1935, and they were put to\nuse.',
      ['explanations were found later for the current by the brothers Fritz and Heinz London in 1935, and they were put to use.'],
    ],
    ['a list item', '- The price is\nTen euros\n- The size is large', ['The price is Ten euros', 'The size is large']],
  ];
  for (const [what, text, sentences] of wrapped) {
    it(`joins wrapped lines of which the next begins with a capital or a number: ${what}`, () =>
      assert.deepEqual(splitSentences(text), sentences));
  }

  const kept: readonly (readonly [string, string])[] = [
    ['an address', 'Ann Smith,\n12 Main Street,\nLondon'],
    ['verse', "That's the way it is\nSome things will never change\nAnd all the people of\nOur town know"],
    ['headings', 'Who we are\nParley is a firm.\nHow to log in\nOpen the page.\nLog in\nUse your password.'],
    ['pairs of a name and a value', 'Status: on\nMode: off\nname: ada\ncity: paris'],
    ['terms and meanings', 'Andreev reflection – Scattering at the edge of\nMagnetic levitation – Suspension of objects'],
    ['code', 'const a = b\nlet c = d\nfor (const e of\nF) {\n}'],
    ['table rows', 'a | price of\nB | price'],
    ['bullets behind what introduces them', 'You can pay by\n- card\n- cash'],
  ];
  for (const [what, text] of kept) {
    it(`keeps lines apart that are no running text: ${what}`, () => {
      const lines = text.split('\n').map((line) => line.replace(/^- /, ''));
      const sentences = splitSentences(text).join('\n');
      for (const [index, line] of lines.slice(1).entries()) assert.ok(!sentences.includes(`${lines[index]} ${line}`), line);
    });
  }

  it('keeps a heading apart from the paragraph of full lines below it', () => {
    const paragraph = 'Now they lived in the small\ntown and were as happy as\ncould be.';
    assert.deepEqual(splitSentences(`The Early Years of Ann and Bob\n${paragraph}`), [
      'The Early Years of Ann and Bob',
      'Now they lived in the small town and were as happy as could be.',
    ]);
  });

  it('ends a sentence behind the footnote marks of its period', () => {
    assert.deepEqual(splitSentences('There is no power source.[3][4] It was found in 1911.[5]'), [
      'There is no power source.[3][4]',
      'It was found in 1911.[5]',
    ]);
    assert.ok(isClosed('It was found in 1911.[5]'));
  });

  it('knows which sentences have a closing mark', () => {
    assert.ok(isClosed('He said “go.”'));
    assert.ok(!isClosed('where is it'));
  });
});

describe('readNoteLine()', () => {
  it('reads what noteLine() wrote, whatever was said', () => {
    for (const text of ['', 'plain', 'He said "no" (no longer true: "x")', 'line\nline\u2028', '\\" \ud800', '- 2026-11-28 user: "x"']) {
      for (const superseded of [[], ['one "a"', 'two']]) {
        const line = noteLine({ date: '2026-11-28', speaker: 'user', text, superseded });
        assert.deepEqual(readNoteLine(line), { speaker: 'user', text });
      }
    }
  });

  it('leaves any other line alone', () => {
    for (const line of ['', '- item', 'user: "x"', '- 2026-11-28 user: x', '- 2026-11-28 user: "x', '- 2026-11-28 user: 12']) {
      assert.equal(readNoteLine(line), undefined);
    }
  });
});

describe('contentTerms()', () => {
  it('drops function and question words and reduces the rest to stems', () => {
    assert.deepEqual(contentTerms("What are the city's opening hours?"), ['citi', 'open', 'hour']);
  });

  it('brings inflected forms together and keeps different words apart', () => {
    for (const [a, b] of [
      ['stopped', 'stops'],
      ['closed', 'closing'],
      ['cities', 'city'],
      ['boxes', 'box'],
    ] as const) {
      assert.equal(stem(a), stem(b));
    }
    assert.ok(isRelated(stem('founded'), stem('founder')));
    assert.ok(!isRelated('car', 'cart'));
    assert.ok(!isRelated('number12', 'number1217'));
    assert.equal(stem('bus'), 'bus');
    assert.equal(stem('glass'), 'glass');
  });
});
