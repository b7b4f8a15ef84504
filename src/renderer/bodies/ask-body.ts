import { type Answer, type Ask, bodyTasks, type TaskInput, type TaskName, type TaskOutput } from './body-tasks';

/** Up to so many bytes a body is worked on at once: sending it away would take longer. */
const AT_ONCE = 65_536;

type Waiting = { readonly done: (value: TaskOutput<TaskName>) => void; readonly failed: (why: Error) => void };

const waiting = new Map<number, Waiting>();
let worker: Worker | null = null;
let lastId = 0;

function started(): Worker {
  if (worker !== null) return worker;
  const made = new Worker(new URL('./body-worker.ts', import.meta.url), { type: 'module', name: 'bodies' });
  made.addEventListener('message', ({ data }: MessageEvent<Answer>) => {
    const asked = waiting.get(data.id);
    waiting.delete(data.id);
    if (data.ok) asked?.done(data.value);
    else asked?.failed(new Error(data.why));
  });
  // The next one that asks starts another.
  made.addEventListener('error', (event) => {
    worker = null;
    const why = new Error(event.message === '' ? 'the thread for bodies could not be started' : event.message);
    for (const { failed } of waiting.values()) failed(why);
    waiting.clear();
  });
  worker = made;
  return made;
}

function sendAway<K extends TaskName>(name: K, input: TaskInput<K>): Promise<TaskOutput<K>> {
  return new Promise((resolve, reject) => {
    const id = ++lastId;
    // An answer is of the task that was asked for.
    waiting.set(id, { done: (value) => resolve(value as TaskOutput<K>), failed: reject });
    started().postMessage({ id, name, input } as Ask);
  });
}

/** @param size about how many bytes there are to work on */
export function askBody<K extends TaskName>(name: K, input: TaskInput<K>, size: number): Promise<TaskOutput<K>> {
  if (size > AT_ONCE) return sendAway(name, input);
  const task: (given: TaskInput<K>) => Promise<TaskOutput<K>> = bodyTasks[name] as never;
  return task(input);
}
