const PARTS = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d{1,9}))?$/;

/** Digits without zeros around them, and the power of ten of the last: `1.00` and `1e0` are both `1 × 10^0`. Null: none. */
function measured(token: string): string | null {
  const [, sign = '', whole = '', fraction = '', exponent = '0'] = PARTS.exec(token) ?? [];
  if (whole === '') return null;
  const digits = (whole + fraction).replace(/^0+/, '');
  const kept = digits.replace(/0+$/, '');
  if (kept === '') return '0';
  return `${sign}${kept}e${Number(exponent) - fraction.length + digits.length - kept.length}`;
}

/** Whether two number tokens mean the same number, however many digits they have: no token becomes a JS number. */
export function sameNumber(left: string, right: string): boolean {
  const meant = measured(left);
  return meant !== null && meant === measured(right);
}
