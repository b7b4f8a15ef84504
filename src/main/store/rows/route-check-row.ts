import { z } from 'zod';
import { idText } from '../../../shared/log/fields';
import type { RouteId } from '../../../shared/model/ids';
import type { RouteCheck } from '../../../shared/model/route-check';
import { ENCODINGS } from '../../../shared/rules/signatures/encodings';
import { HASHES, KEY_FORMS } from '../../../shared/rules/signatures/scheme';
import { bytes, json, readRow } from './row';

const scheme = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('built-in'), id: z.string() }),
  z.object({
    kind: z.literal('template'),
    prefix: z.string(),
    header: z.string(),
    idHeader: z.string().nullable(),
    timestampHeader: z.string().nullable(),
    signed: z.string(),
    hash: z.enum(HASHES),
    encoding: z.enum(ENCODINGS),
    key: z.enum(KEY_FORMS),
  }),
]);

const how: z.ZodType<RouteCheck> = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('endpoints') }),
  z.object({ kind: z.literal('off') }),
  z.object({ kind: z.literal('own'), scheme }),
]);

const routeCheckRow = z.object({ id: idText<RouteId>(), how: json(how), secret: bytes.nullable() });

export const readRouteCheck = (row: unknown): z.output<typeof routeCheckRow> =>
  readRow(routeCheckRow, 'Signature check of route', row);
