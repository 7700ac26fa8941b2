import { mod97 } from './checksums.ts';

/** IBAN lengths by country (ISO 13616 registry). */
const IBAN_LENGTHS: ReadonlyMap<string, number> = new Map(
  'AD24 AE23 AL28 AT20 AZ28 BA20 BE16 BG22 BH22 BI27 BR29 BY28 CH21 CR22 CY28 CZ24 DE22 DJ27 DK18 DO28 EE20 EG29 ES24 FI18 FK18 FO18 FR27 GB22 GE22 GI23 GL18 GR27 GT28 HN28 HR21 HU28 IE22 IL23 IQ23 IS26 IT27 JO30 KW30 KZ20 LB28 LC32 LI21 LT20 LU20 LV21 LY25 MC27 MD24 ME22 MK19 MN20 MR27 MT31 MU30 NI28 NL18 NO15 OM23 PK24 PL28 PS29 PT25 QA29 RO24 RS22 RU33 SA24 SC31 SD18 SE24 SI19 SK24 SM27 SO23 ST25 SV28 TL23 TN24 TR26 UA29 VA22 VG24 XK20 YE30'
    .split(' ')
    .map((entry) => [entry.slice(0, 2), Number(entry.slice(2))] as const),
);

/** The account number at the start of grouped characters; the pattern may have matched too much after it. */
export function bankAccountIn(text: string): string | undefined {
  const length = IBAN_LENGTHS.get(text.slice(0, 2).toUpperCase());
  if (length === undefined) return undefined;
  let end = 0;
  for (let count = 0; count < length && end < text.length; end += 1) if (!isGap(text.charCodeAt(end))) count += 1;
  if (end < text.length && !isGap(text.charCodeAt(end))) return undefined;
  const candidate = text.slice(0, end);
  return isBankAccount(candidate.replaceAll(/[^A-Za-z0-9]/g, '').toUpperCase()) ? candidate : undefined;
}

function isGap(code: number): boolean {
  return code === 32 || code === 45 || code === 0xa0;
}

/** Whether a code without separators is an IBAN: the length of its country, and valid check digits. */
function isBankAccount(code: string): boolean {
  const length = IBAN_LENGTHS.get(code.slice(0, 2));
  return length === code.length && mod97(code);
}
