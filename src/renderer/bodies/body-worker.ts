import { type Answer, type Ask, bodyTasks, type TaskName, type TaskOutput } from './body-tasks';

// The page's own code on a thread of its own: it reads what it is sent and answers; it reaches nothing else.

function run(ask: Ask): Promise<TaskOutput<TaskName>> {
  switch (ask.name) {
    case 'open':
      return bodyTasks.open(ask.input);
    case 'format':
      return bodyTasks.format(ask.input);
    case 'compare':
      return bodyTasks.compare(ask.input);
  }
}

addEventListener('message', ({ data }: MessageEvent<Ask>) => {
  const answer = (said: Answer): void => postMessage(said);
  run(data).then(
    (value) => answer({ id: data.id, ok: true, value }),
    (error: unknown) => answer({ id: data.id, ok: false, why: error instanceof Error ? error.message : String(error) }),
  );
});
