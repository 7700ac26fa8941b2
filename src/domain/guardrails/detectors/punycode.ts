const [BASE, T_MIN, T_MAX, SKEW, DAMP] = [36, 1, 26, 38, 700];

/** Decodes a host label given without its `xn--` prefix (RFC 3492); returns it unchanged if it is not valid punycode. */
export function decodePunycode(label: string): string {
  const mark = label.lastIndexOf('-');
  const output = Array.from(mark > 0 ? label.slice(0, mark) : '', (letter) => letter.codePointAt(0) ?? 0);
  let [n, i, bias] = [128, 0, 72];
  for (let index = mark > 0 ? mark + 1 : 0; index < label.length;) {
    const before = i;
    for (let weight = 1, k = BASE; ; k += BASE) {
      const digit = digitOf(label.charCodeAt(index));
      index += 1;
      if (digit === undefined) return label;
      i += digit * weight;
      const threshold = Math.min(T_MAX, Math.max(T_MIN, k - bias));
      if (digit < threshold) break;
      weight *= BASE - threshold;
      if (weight > 0x7fffffff) return label;
    }
    const size = output.length + 1;
    bias = adapt(i - before, size, before === 0);
    n += Math.floor(i / size);
    i %= size;
    if (n > 0x10ffff) return label;
    output.splice(i, 0, n);
    i += 1;
  }
  return String.fromCodePoint(...output);
}

function digitOf(code: number): number | undefined {
  if (code >= 97 && code <= 122) return code - 97;
  return code >= 48 && code <= 57 ? code - 22 : undefined;
}

function adapt(delta: number, size: number, isFirst: boolean): number {
  let rest = isFirst ? Math.floor(delta / DAMP) : delta >> 1;
  rest += Math.floor(rest / size);
  let k = 0;
  for (; rest > ((BASE - T_MIN) * T_MAX) >> 1; k += BASE) rest = Math.floor(rest / (BASE - T_MIN));
  return k + Math.floor(((BASE - T_MIN + 1) * rest) / (rest + SKEW));
}
