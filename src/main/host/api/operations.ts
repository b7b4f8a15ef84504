import { z } from 'zod';
import { VERSION } from '../version';
import { DELIVERY_OPERATIONS } from './delivery-operations';
import { EVENT_OPERATIONS } from './event-operations';
import { feedOf } from './feed';
import { openApi } from './openapi';
import { json, type Operation } from './operation';
import { PLACE_OPERATIONS } from './place-operations';
import { HttpRefusal } from './problems';
import { RUN_OPERATIONS } from './run-operations';

/** So many read the feed at once. */
const MOST_READERS = 16;

export type Instance = {
  /** Tells this start of the app from every other. */
  readonly instance: string;
  /** Who reads the feed now. */
  readers: number;
};

/** Everything that the API does, the one list of it. */
export function operationsOf(instance: Instance): readonly Operation[] {
  const root: Operation = {
    id: 'readRoot',
    method: 'GET',
    path: '/v1',
    summary: 'What there is',
    answers: { 200: { says: 'The app, its live run, and every operation', shape: 'Root' } },
    run: async ({ ask }) => {
      const { run } = await ask('snapshot', {});
      return json({
        object: 'api',
        app: 'Retryscope',
        version: VERSION,
        instance: instance.instance,
        runId: run.id,
        operations: all.map(({ method, path, summary }) => ({ method, path, summary })),
      });
    },
  };
  const document: Operation = {
    id: 'readOpenApi',
    method: 'GET',
    path: '/v1/openapi.json',
    summary: 'This API as an OpenAPI 3.1 document',
    answers: { 200: { says: 'The document', mediaType: 'application/json' } },
    sure: true,
    run: () => json(openApi(all)),
  };
  const feed: Operation = {
    id: 'readFeed',
    method: 'GET',
    path: '/v1/feed',
    summary: 'What happens, as Server-Sent Events',
    parameters: [
      {
        in: 'header',
        name: 'Last-Event-ID',
        says: 'The id of the last message that was read: it goes on from there, or says by a snapshot that it cannot.',
        schema: z.string(),
      },
    ],
    answers: {
      200: {
        says: 'Messages named snapshot, delivery, attempt, capture, endpoint and clock, each with an id',
        mediaType: 'text/event-stream',
      },
    },
    refusals: [429],
    run: async ({ ask, gone, header }, ports) => {
      if (instance.readers >= MOST_READERS) {
        throw new HttpRefusal(429, `${MOST_READERS} read the feed already. Close one of them.`, { 'retry-after': '5' });
      }
      // What cannot be begun is refused here; once the stream has begun it could only break off.
      await ask('snapshot', {});
      instance.readers += 1;
      gone.addEventListener('abort', () => {
        instance.readers -= 1;
      });
      return {
        kind: 'stream',
        parts: feedOf({ ...ports, ask, gone, lastId: header('last-event-id') }),
        headers: { 'content-type': 'text/event-stream; charset=utf-8' },
      };
    },
  };
  const all: readonly Operation[] = [
    root,
    document,
    ...EVENT_OPERATIONS,
    ...DELIVERY_OPERATIONS,
    ...PLACE_OPERATIONS,
    ...RUN_OPERATIONS,
    feed,
  ];
  return all;
}
