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
  return ((code & 0x80) === 0 ? magnitude : -magnitude) / 32_768;
}
