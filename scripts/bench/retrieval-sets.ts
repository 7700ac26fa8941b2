import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

export interface RetrievalDocument {
  readonly id: string;
  /** Empty where documents have none. */
  readonly title: string;
  readonly text: string;
}

export interface RetrievalQuery {
  readonly text: string;
  /** How relevant documents are, by their ids; those absent are not. */
  readonly relevant: ReadonlyMap<string, number>;
}

/** Documents searched together and queries with judgements. */
export interface RetrievalCorpus {
  readonly name: string;
  readonly documents: readonly RetrievalDocument[];
  readonly queries: readonly RetrievalQuery[];
}

/** A set of one corpus (BEIR's layout) or several (LoCoMo's conversations), whose queries count together. */
export interface RetrievalSet {
  readonly name: string;
  readonly corpora: readonly RetrievalCorpus[];
}

/** Every set below a folder, by its name. */
export async function readRetrievalSets(folder: string): Promise<RetrievalSet[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  const names = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
  return Promise.all(names.toSorted().map((name) => readSet(join(folder, name), name)));
}

async function readSet(folder: string, name: string): Promise<RetrievalSet> {
  const files = await readdir(folder);
  if (files.includes('corpus.jsonl')) return { name, corpora: [await readBeir(folder, name)] };
  const conversations = files.filter((file) => file.endsWith('.json')).toSorted();
  return {
    name,
    corpora: await Promise.all(conversations.map((file) => readConversation(join(folder, file), `${name}-${file.slice(0, -5)}`))),
  };
}

/** corpus.jsonl, queries.jsonl and qrels.tsv (query, document, score; a heading line). */
async function readBeir(folder: string, name: string): Promise<RetrievalCorpus> {
  const lines = async (file: string): Promise<string[]> =>
    (await readFile(join(folder, file), 'utf8')).split('\n').filter((line) => line !== '');
  const relevant = new Map<string, Map<string, number>>();
  for (const line of (await lines('qrels.tsv')).slice(1)) {
    const [query = '', document = '', score] = line.split('\t');
    if (Number(score) <= 0) continue;
    const own = relevant.get(query) ?? new Map<string, number>();
    relevant.set(query, own.set(document, Number(score)));
  }
  const documents = (await lines('corpus.jsonl')).map((line) => JSON.parse(line) as { _id: string; title?: string; text: string });
  const queries = (await lines('queries.jsonl')).map((line) => JSON.parse(line) as { _id: string; text: string });
  return {
    name,
    documents: documents.map(({ _id, title = '', text }) => ({ id: _id, title, text })),
    queries: queries.flatMap(({ _id, text }) => {
      const own = relevant.get(_id);
      return own === undefined ? [] : [{ text, relevant: own }];
    }),
  };
}

interface Turn {
  readonly dia_id: string;
  readonly speaker: string;
  readonly text: string;
  /** What a picture shown with the turn has in it. */
  readonly blip_caption?: string;
}

/** One document a turn; a question's evidence are the turns that answer it. Questions without evidence are left out. */
async function readConversation(path: string, name: string): Promise<RetrievalCorpus> {
  const conversation = JSON.parse(await readFile(path, 'utf8')) as Record<string, unknown>;
  const turns = Object.entries(conversation).flatMap(([key, value]) => (/^session_\d+$/.test(key) ? (value as Turn[]) : []));
  const known = new Set(turns.map(({ dia_id }) => dia_id));
  const questions = conversation['qa'] as readonly { question: string; evidence?: readonly string[] }[];
  return {
    name,
    documents: turns.map(({ dia_id, speaker, text, blip_caption }) => ({
      id: dia_id,
      title: '',
      text: `${speaker}: ${text}${blip_caption === undefined ? '' : ` [shows ${blip_caption}]`}`,
    })),
    queries: questions.flatMap(({ question, evidence = [] }) => {
      const ids = evidence.flatMap((one) => one.split(/[;,\s]+/)).filter((id) => known.has(id));
      return ids.length === 0 ? [] : [{ text: question, relevant: new Map(ids.map((id) => [id, 1])) }];
    }),
  };
}
