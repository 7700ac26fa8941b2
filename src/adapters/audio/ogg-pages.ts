import { joinedBytes } from '../../core/joined-bytes.ts';
import { textAt } from './audio-format.ts';
import { broken } from './faults.ts';

const HEADER_BYTES = 27;
const CONTINUED = 1;
const FIRST = 2;
const LAST = 4;

/** One page of an Ogg file. */
export interface OggPage {
  readonly serial: number;
  /** Granule position at the end of its last complete packet, in samples; -1 if none ends. */
  readonly granule: number;
  readonly isFirst: boolean;
  readonly isLast: boolean;
  readonly isContinued: boolean;
  /** The pieces of packets in it; a packet continues after a piece of 255-byte segments that does not have `ends`. */
  readonly pieces: readonly { readonly bytes: Uint8Array; readonly ends: boolean }[];
}

/** The pages of an Ogg file (RFC 3533, section 6). Throws `invalid_input` where one is broken or cut short. */
export function* oggPages(bytes: Uint8Array): Generator<OggPage> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let at = 0; at < bytes.length;) {
    if (textAt(bytes, at, 4) !== 'OggS')
      throw broken(at + 4 > bytes.length ? CUT : 'is broken: it has something else where an Ogg page begins');
    const body = at + HEADER_BYTES + (bytes[at + HEADER_BYTES - 1] ?? 0);
    if (body > bytes.length) throw broken(CUT);
    const table = bytes.subarray(at + HEADER_BYTES, body);
    const pieces: { bytes: Uint8Array; ends: boolean }[] = [];
    let begin = body;
    let end = body;
    table.forEach((length, index) => {
      end += length;
      if (length === 255 && index < table.length - 1) return;
      pieces.push({ bytes: bytes.subarray(begin, end), ends: length < 255 });
      begin = end;
    });
    if (end > bytes.length) throw broken(CUT);
    const flags = bytes[at + 5] ?? 0;
    yield {
      serial: view.getUint32(at + 14, true),
      granule: Number(view.getBigInt64(at + 6, true)),
      isFirst: (flags & FIRST) !== 0,
      isLast: (flags & LAST) !== 0,
      isContinued: (flags & CONTINUED) !== 0,
      pieces,
    };
    at = end;
  }
}

const CUT = 'is cut short: an Ogg page ends after the file does';

/** The first stream of an Ogg file: its packets, joined across pages, and its last position. */
export interface OggStream {
  readonly packets: readonly Uint8Array[];
  /** The last granule position, in samples; 0 if no page has one. */
  readonly granule: number;
  /** Whether the stream declares its end. */
  readonly isComplete: boolean;
}

/** Throws `invalid_input` as `oggPages` does, and for a file of several streams one after another. */
export function readOggStream(bytes: Uint8Array): OggStream {
  const packets: Uint8Array[] = [];
  let serial: number | undefined;
  let granule = 0;
  let isComplete = false;
  let open: Uint8Array[] = [];
  for (const page of oggPages(bytes)) {
    serial ??= page.serial;
    if (page.isFirst && packets.length > 1) throw broken('is a chain of several recordings; send them one by one');
    if (page.serial !== serial) continue;
    if (!page.isContinued) open = [];
    granule = Math.max(granule, page.granule);
    isComplete ||= page.isLast;
    for (const piece of page.pieces) {
      open.push(piece.bytes);
      if (!piece.ends) continue;
      packets.push(open.length === 1 ? piece.bytes : joinedBytes(open));
      open = [];
    }
  }
  return { packets, granule, isComplete };
}
