import { givenRequestId } from '../../core/request-id.ts';
import type { CapturedContent, ContentReading, Journal, JournalEntry, RequestRecord } from '../../ports/journal.ts';
import type { ContentSeal } from './content-seal.ts';

export interface SealedJournalOptions {
  /** Gets sealed entries only; used, and disposed together with this one. */
  readonly journal: Journal;
  /** What seals and opens; without it nothing is captured, and what was captured earlier cannot be read. */
  readonly seal: ContentSeal | undefined;
}

/** Fields of the place that a text is sealed for. */
const PREVIEW = 'preview';
const INPUT = 'input';
const OUTPUT = 'output';
const NO_KEY = 'it is sealed, and no key is configured';

/**
 * A journal whose content is encrypted before anything behind it, the spool and the database, gets it. Records stay
 * readable when their content is not: they say why instead.
 */
export function createSealedJournal({ journal, seal }: SealedJournalOptions): Journal {
  function sealed(entry: JournalEntry): JournalEntry {
    if (entry.request.preview === undefined && entry.content === undefined) return entry;
    const { request, content, ...rest } = entry;
    // Without a seal there is no content on any disk.
    if (seal === undefined) return { ...rest, request: { ...request, preview: undefined } };
    const { id: requestId, preview } = request;
    const close = (text: string | undefined, field: string): string | undefined =>
      text === undefined ? undefined : seal.seal(text, { requestId, field });
    return {
      ...rest,
      request: preview === undefined ? request : { ...request, preview: close(preview, PREVIEW) },
      ...(content === undefined ? {} : { content: { input: close(content.input, INPUT), output: close(content.output, OUTPUT) } }),
    };
  }

  function opened<T extends RequestRecord>(request: T): T {
    if (request.preview === undefined) return request;
    const reading = seal?.open(request.preview, { requestId: givenRequestId(request.id), field: PREVIEW }) ?? { fault: NO_KEY };
    return 'text' in reading ? { ...request, preview: reading.text } : { ...request, preview: undefined, previewFault: reading.fault };
  }

  function openContent(id: string, content: CapturedContent): ContentReading {
    const requestId = givenRequestId(id);
    const texts: Record<typeof INPUT | typeof OUTPUT, string | undefined> = { input: undefined, output: undefined };
    for (const field of [INPUT, OUTPUT] as const) {
      const text = content[field];
      if (text === undefined) continue;
      const reading = seal?.open(text, { requestId, field }) ?? { fault: NO_KEY };
      if ('fault' in reading) return { state: 'unreadable', reason: reading.fault };
      texts[field] = reading.text;
    }
    return { state: 'stored', content: texts };
  }

  return {
    record: (entry) => journal.record(sealed(entry)),
    flush: () => journal.flush(),
    async requests(query) {
      const page = await journal.requests(query);
      return { ...page, items: page.items.map(opened) };
    },
    async request(id) {
      const request = await journal.request(id);
      return request === undefined ? undefined : opened(request);
    },
    stats: (query) => journal.stats(query),
    decisions: (id) => journal.decisions(id),
    async content(id) {
      const reading = await journal.content(id);
      return reading?.state === 'stored' ? openContent(id, reading.content) : reading;
    },
    report: (query) => journal.report(query),
    countByRule: (query) => journal.countByRule(query),
    debug: (id, query) => journal.debug(id, query),
    ping: (signal) => journal.ping(signal),
    [Symbol.asyncDispose]: () => journal[Symbol.asyncDispose](),
  };
}

/** How a search for a text looks into sealed previews: into none without a seal. */
export function openPreview(seal: ContentSeal | undefined): (id: string, preview: string) => string | undefined {
  return (id, preview) => {
    const reading = seal?.open(preview, { requestId: givenRequestId(id), field: PREVIEW });
    return reading !== undefined && 'text' in reading ? reading.text : undefined;
  };
}
