const IPV4 = /^(?:(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)(?:\.(?!$)|$)){4}$/;
const NAME = /^[A-Za-z0-9_~-]+(?:\.[A-Za-z0-9_~-]+)*\.?$/;
/** A host whose last label is a number is an address to every client, and to none of them a name. */
const ENDS_IN_NUMBER = /(?:^|\.)(?:\d+|0[xX][0-9A-Fa-f]*)\.?$/;
const LONGEST_NAME = 253;

/**
 * Whether a text can be the host of a URL: a name, an IPv4 address of four plain numbers, or an IPv6 address in
 * brackets. ASCII only: what is typed is what the Host header carries.
 */
export function isHost(text: string): boolean {
  if (text.startsWith('[')) return text.endsWith(']') && isIpv6(text.slice(1, -1));
  if (ENDS_IN_NUMBER.test(text)) return IPV4.test(text);
  return text.length <= LONGEST_NAME && NAME.test(text);
}

/** RFC 4291: eight groups of hex, one run of zeros shortened to `::`, the last two groups perhaps as IPv4. */
function isIpv6(text: string): boolean {
  const halves = text.split('::');
  if (halves.length > 2) return false;
  const groups = halves.flatMap((half) => (half === '' ? [] : half.split(':')));
  const last = groups.at(-1) ?? '';
  const hasIpv4 = text.endsWith(last) && IPV4.test(last);
  const hex = hasIpv4 ? groups.slice(0, -1) : groups;
  const count = hex.length + (hasIpv4 ? 2 : 0);
  return hex.every((group) => /^[0-9A-Fa-f]{1,4}$/.test(group)) && (halves.length === 2 ? count <= 7 : count === 8);
}
