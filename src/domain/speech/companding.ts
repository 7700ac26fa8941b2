/** A sample of A-law (ITU-T G.711, table 1a) as -1..1: even bits inverted, sign, three bits of segment, four of step. */
export function fromALaw(byte: number): number {
  const code = byte ^ 0x55;
  const segment = (code >> 4) & 7;
  const step = ((code & 15) << 4) + 8;
  const magnitude = segment === 0 ? step : (step + 256) << (segment - 1);
  return ((code & 0x80) === 0 ? -magnitude : magnitude) / 32_768;
}

/** The bias of mu-law before the logarithm, on the 16-bit scale. */
const MU_LAW_BIAS = 132;

/** A sample of mu-law (ITU-T G.711, table 2a) as -1..1: all bits inverted, sign, three bits of segment, four of step. */
export function fromMuLaw(byte: number): number {
  const code = ~byte & 0xff;
  const magnitude = ((((code & 15) << 3) + MU_LAW_BIAS) << ((code >> 4) & 7)) - MU_LAW_BIAS;
  // Subtracted, because both zeros are 0.
  return ((code & 0x80) === 0 ? magnitude : 0 - magnitude) / 32_768;
}

/** The largest magnitude of mu-law, on the 16-bit scale. */
const MU_LAW_CLIP = 32_635;

/** A sample in -1..1 as a byte of mu-law (ITU-T G.711, table 2a). */
export function toMuLaw(sample: number): number {
  const magnitude = Math.min(Math.round(Math.abs(sample) * 32_768), MU_LAW_CLIP) + MU_LAW_BIAS;
  const segment = Math.max(0, 31 - Math.clz32(magnitude) - 7);
  const code = (sample < 0 ? 0x80 : 0) | (segment << 4) | ((magnitude >> (segment + 3)) & 15);
  return ~code & 0xff;
}

/** A sample in -1..1 as a byte of A-law (ITU-T G.711, table 1a). */
export function toALaw(sample: number): number {
  const magnitude = Math.min(Math.floor(Math.abs(sample) * 32_768), 32_767);
  const segment = Math.max(0, 31 - Math.clz32(magnitude) - 7);
  const code = (sample < 0 ? 0 : 0x80) | (segment << 4) | ((magnitude >> (segment === 0 ? 4 : segment + 3)) & 15);
  return code ^ 0x55;
}
