const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const DAY = '(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)';
const MONTH = `(${MONTHS.join('|')})`;
const TIME = '(\\d\\d):(\\d\\d):(\\d\\d)';

const IMF = new RegExp(`^${DAY}, (\\d\\d) ${MONTH} (\\d{4}) ${TIME} GMT$`);
const RFC_850 = new RegExp(`^(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day, (\\d\\d)-${MONTH}-(\\d\\d) ${TIME} GMT$`);
const ASCTIME = new RegExp(`^${DAY} ${MONTH} ([ \\d]\\d) ${TIME} (\\d{4})$`);

/**
 * An HTTP date in any of its three forms (RFC 9110, 5.6.7): epoch ms, or null when it is none. A year of two digits is
 * never more than fifty years after `now`, epoch ms.
 */
export function readHttpDate(text: string, now: number): number | null {
  const imf = IMF.exec(text);
  if (imf !== null) return instantOf(imf[3], imf[2], imf[1], imf.slice(4));
  const old = RFC_850.exec(text);
  if (old !== null) return instantOf(fullYear(Number(old[3]), now), old[2], old[1], old.slice(4));
  const plain = ASCTIME.exec(text);
  return plain === null ? null : instantOf(plain[6], plain[1], plain[2], plain.slice(3, 6));
}

function fullYear(year: number, now: number): number {
  const present = new Date(now).getUTCFullYear();
  const inThisCentury = Math.floor(present / 100) * 100 + year;
  return inThisCentury > present + 50 ? inThisCentury - 100 : inThisCentury;
}

function instantOf(
  year: string | number | undefined,
  month: string | undefined,
  day: string | undefined,
  time: readonly string[],
): number | null {
  const [hour = 99, minute = 99, second = 99] = time.map(Number);
  // A leap second is the same instant as the second that follows.
  if (hour > 23 || minute > 59 || second > 60) return null;
  const at = Date.UTC(Number(year), MONTHS.indexOf(month ?? ''), Number(day), hour, minute, second);
  const midnight = new Date(Date.UTC(Number(year), MONTHS.indexOf(month ?? ''), Number(day)));
  // The 31st of a month that has none would be a day of the next one.
  return midnight.getUTCDate() === Number(day) ? at : null;
}
