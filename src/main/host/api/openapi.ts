import { z } from 'zod';
import { requestSchema } from '../../../shared/log/fields';
import { stepSchema } from '../../../shared/log/steps';
import { policySchema } from '../../../shared/policies/policy';
import { VERSION } from '../version';
import type { AnswerDoc, BodyDoc, Operation, Parameter } from './operation';
import { SHAPES } from './shapes';

type Json = { readonly [key: string]: unknown };

/** What every operation may be refused with: bad input, no token, another host or site, a fault of ours. */
const ALWAYS: readonly number[] = [400, 401, 403, 500];

const REFUSALS: Readonly<Record<number, string>> = {
  400: 'Something of the request is wrong; `field` says what',
  401: 'The token is missing or wrong',
  403: 'The Host is not ours, or the request comes from another site',
  404: 'There is none',
  409: 'It cannot be done as things are; `detail` says why',
  413: 'The body is too large',
  415: 'The body is of another type than application/json',
  422: 'Something else was sent under this Idempotency-Key',
  429: 'Too many read the feed',
  500: 'It failed inside Retryscope',
  503: 'It cannot be kept now: the disk is full or the file held, and sending is paused',
};

/** Parts that stand in many schemas, by the names that they have in the document. */
const NAMED: readonly (readonly [string, z.ZodType])[] = [
  ['PolicyRules', policySchema],
  ['Step', stepSchema],
  ['EndpointRequest', requestSchema],
];
const PARTS = z.registry<{ id: string }>();
for (const [id, schema] of NAMED) PARTS.add(schema, { id });

/** Inputs are read with their defaults left out, so the side of what comes in describes both. */
function schemaOf(schema: z.ZodType): Json {
  const whole = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any', metadata: PARTS });
  // A named part is described by a reference to itself.
  const own = whole.$defs?.[PARTS.get(schema)?.id ?? ''] ?? whole;
  const { $schema: _, $defs: __, id: ___, ...rest } = own;
  return JSON.parse(JSON.stringify(rest).replaceAll('#/$defs/', '#/components/schemas/'));
}

const ref = (name: string): Json => ({ $ref: `#/components/schemas/${name}` });

const listOf = (name: string): Json => ({
  type: 'object',
  properties: {
    object: { const: 'list' },
    data: { type: 'array', items: ref(name) },
    next: { type: ['string', 'null'], description: 'The cursor of the following page; null at the end.' },
  },
  required: ['object', 'data', 'next'],
});

function answerOf({ says, shape, listOf: rows, mediaType }: AnswerDoc): Json {
  const schema = shape !== undefined ? ref(shape) : rows !== undefined ? listOf(rows) : {};
  return { description: says, content: { [mediaType ?? 'application/json']: { schema } } };
}

const parameterOf = ({ in: place, name, says, schema, many }: Parameter): Json => ({
  name,
  in: place,
  description: says,
  schema: many === true ? { type: 'array', items: schemaOf(schema) } : schemaOf(schema),
});

const placesOf = (path: string): readonly Json[] =>
  path.includes('{id}') ? [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }] : [];

const bodyOf = ({ says, schema, orBytes, optional }: BodyDoc): Json => ({
  description: says,
  required: optional !== true,
  content: {
    'application/json': { schema: schemaOf(schema) },
    ...(orBytes === true ? { '*/*': { schema: {} } } : {}),
  },
});

const refusedWith = ({ refusals = [], sure }: Operation): readonly number[] =>
  [...ALWAYS.filter((status) => sure !== true || status !== 500), ...refusals].sort((a, b) => a - b);

function operationOf(operation: Operation): Json {
  const { id, path, summary, parameters = [], body, answers } = operation;
  return {
    operationId: id,
    summary,
    parameters: [...placesOf(path), ...parameters.map(parameterOf)],
    ...(body === undefined ? {} : { requestBody: bodyOf(body) }),
    responses: {
      ...Object.fromEntries(Object.entries(answers).map(([status, doc]) => [status, answerOf(doc)])),
      ...Object.fromEntries(
        refusedWith(operation).map((status) => [status, { $ref: `#/components/responses/${status}` }]),
      ),
    },
  };
}

/** The OpenAPI 3.1 document of these operations. */
export function openApi(operations: readonly Operation[]): Json {
  const paths: Record<string, Json> = {};
  for (const operation of operations)
    paths[operation.path] = { ...paths[operation.path], [operation.method.toLowerCase()]: operationOf(operation) };
  return {
    openapi: '3.1.0',
    info: {
      title: 'Retryscope’s local API',
      version: VERSION,
      description: 'Served on loopback only, to who has the token. docs/api.md tells how to begin.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [
      { url: 'http://127.0.0.1:7880', description: 'The window, unless another port was chosen' },
      { url: 'http://127.0.0.1:7879', description: 'retryscope serve' },
    ],
    security: [{ bearer: [] }, { basic: [] }],
    paths,
    components: {
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer' },
        basic: {
          type: 'http',
          scheme: 'basic',
          description: 'The token as user or password. An endpoint’s id as the user reads the events of that endpoint.',
        },
      },
      schemas: Object.fromEntries(
        [...NAMED, ...Object.entries(SHAPES)].map(([name, schema]) => [name, schemaOf(schema)]),
      ),
      responses: Object.fromEntries(
        Object.entries(REFUSALS).map(([status, description]) => [
          status,
          { description, content: { 'application/problem+json': { schema: ref('Problem') } } },
        ]),
      ),
    },
  };
}
