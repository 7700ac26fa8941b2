const DATE = /^(\d{4})-(\d\d)-(\d\d)$/;
const TIME = /^(?:[01]\d|2[0-3]):[0-5]\d:(?:[0-5]\d|60)(?:\.\d+)?(?:z|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/i;
const DURATION = /^P(?:\d+W|(?=\d|T\d)(?:\d+Y)?(?:\d+M)?(?:\d+D)?(?:T(?=\d)(?:\d+H)?(?:\d+M)?(?:\d+S)?)?)$/;
const UUID = /^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/i;
const LABEL = /^[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?$/i;
const OCTET = /^(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)$/;
const POINTER = /^(?:\/(?:[^~/]|~[01])*)*$/;
const MAX_HOST = 253;
const MAX_MAILBOX = 64;
const MAX_IPV6 = 45;
const MAX_EXPRESSION = 10_000;

/** Tells by its name which texts have a format, each in time linear in the length of the text. Any text has the formats that are absent. */
export const FORMATS: ReadonlyMap<string, (text: string) => boolean> = new Map([
  ['date', isDate],
  ['time', (text) => TIME.test(text)],
  ['date-time', (text) => isDate(text.slice(0, 10)) && /^[t ]$/i.test(text.charAt(10)) && TIME.test(text.slice(11))],
  ['duration', (text) => DURATION.test(text)],
  ['email', isEmail],
  ['hostname', isHost],
  ['ipv4', isIpv4],
  ['ipv6', isIpv6],
  ['uri', (text) => /^[a-z][a-z\d+.-]*:[^\s<>"{}|\\^`]*$/i.test(text)],
  ['uri-reference', (text) => /^[^\s<>"{}|\\^`]*$/.test(text)],
  ['url', (text) => /^(?:https?|ftp):\/\/\S+$/i.test(text) && URL.canParse(text)],
  ['uuid', (text) => UUID.test(text)],
  ['json-pointer', (text) => POINTER.test(text)],
  ['regex', isExpression],
]);

function isDate(text: string): boolean {
  const [, year, month, day] = DATE.exec(text)?.map(Number) ?? [];
  if (year === undefined || month === undefined || day === undefined) return false;
  const last = month === 2 ? (year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28) : [4, 6, 9, 11].includes(month) ? 30 : 31;
  return month >= 1 && month <= 12 && day >= 1 && day <= last;
}

function isEmail(text: string): boolean {
  const at = text.lastIndexOf('@');
  const mailbox = text.slice(0, at);
  const host = text.slice(at + 1);
  if (at < 1 || mailbox.length > MAX_MAILBOX || host.length > MAX_HOST) return false;
  const isNamed = /^"[^"]*"$/.test(mailbox) || /^[^\s"@.]+(?:\.[^\s"@.]+)*$/.test(mailbox);
  return isNamed && (isHost(host) || isAddress(/^\[(.*)\]$/.exec(host)?.[1]));
}

function isAddress(text: string | undefined): boolean {
  return text !== undefined && (/^ipv6:/i.test(text) ? isIpv6(text.slice(5)) : isIpv4(text));
}

function isHost(text: string): boolean {
  return text.length <= MAX_HOST && text.split('.').every((label) => LABEL.test(label));
}

function isIpv4(text: string): boolean {
  const octets = text.split('.', 5);
  return octets.length === 4 && octets.every((octet) => OCTET.test(octet));
}

function isIpv6(text: string): boolean {
  return text.length <= MAX_IPV6 && /^[\da-f:.]+$/i.test(text) && text.includes(':') && URL.canParse(`http://[${text}]/`);
}

function isExpression(text: string): boolean {
  if (text.length > MAX_EXPRESSION) return true;
  try {
    return new RegExp(text, 'u').source !== '';
  } catch {
    return false;
  }
}
