const FIELDS = { id: 'ord_10293', amount: 129_900, currency: 'EUR', note: '' };

/** A JSON body of exactly 1 KiB. */
export const BODY: Uint8Array = Buffer.from(
  JSON.stringify({ ...FIELDS, note: 'x'.repeat(1_024 - JSON.stringify(FIELDS).length) }),
);
