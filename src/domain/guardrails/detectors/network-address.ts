/**
 * Whether a text with colons is an IPv6 address (RFC 4291), possibly ending in an IPv4 address, and not just a pair of colons or
 * a time of day.
 */
export function isNetworkAddress(text: string): boolean {
  const last = /:(\d{1,3}(?:\.\d{1,3}){3})$/.exec(text)?.[1];
  if (last !== undefined) return last.split('.').every((part) => Number(part) <= 255) && isIpv6(text.slice(0, -last.length) + '0fff:0fff');
  return isIpv6(text);
}

/** Anything shorter is more likely code than an address. */
const SHORTEST = 7;

function isIpv6(text: string): boolean {
  const halves = text.split('::');
  if (text.length < SHORTEST || halves.length > 2 || !/\d/.test(text)) return false;
  const groups = halves.flatMap((half) => (half === '' ? [] : half.split(':')));
  if (groups.some((group) => !/^[0-9A-F]{1,4}$/i.test(group))) return false;
  // Groups of two digits are a byte string of another kind.
  if (groups.every((group) => group.length < 3)) return false;
  return halves.length === 1 ? groups.length === 8 : groups.length <= 7 && groups.length >= 2;
}
