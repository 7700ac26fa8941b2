import type { RequestRecord } from '../../ports/journal.ts';

/** The initial record of a request. */
export function newRequestRecord(
  arrival: Pick<RequestRecord, 'id' | 'receivedAt' | 'upstream' | 'route'> & { readonly sequence: number },
): RequestRecord {
  return {
    ...arrival,
    status: 'running',
    httpStatus: 0,
    verdict: undefined,
    model: '',
    stream: false,
    policy: '',
    keyName: undefined,
    inputParts: 0,
    inputLength: 0,
    outputLength: 0,
    totalMs: undefined,
    guardMs: 0,
    upstreamMs: 0,
    promptTokens: undefined,
    completionTokens: undefined,
    error: undefined,
    preview: undefined,
  };
}
