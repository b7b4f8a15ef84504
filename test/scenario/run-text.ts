import { readScenario } from '../../src/main/host/scenario/read-scenario';
import { sayFileProblem } from '../../src/main/host/scenario/read-yaml';
import { type EndedRun, findingsOf, writeDocument } from '../../src/main/host/scenario/report';
import { runScenario } from '../../src/main/host/scenario/run-scenario';
import type { Scenario } from '../../src/main/host/scenario/scenario';
import { systemChance, systemClock } from '../../src/main/host/system';
import type { RunDocument } from '../../src/shared/model/run-document';

/** Reads a scenario that must be right. @throws with every problem that it has */
export function scenarioOf(text: string, file = 'test.yaml'): Scenario {
  const read = readScenario(file, text);
  if (!read.ok) throw new Error(read.problems.map(sayFileProblem).join('\n'));
  return read.value;
}

export const problemsOf = (text: string): readonly string[] => {
  const read = readScenario('test.yaml', text);
  return read.ok ? [] : read.problems.map(sayFileProblem);
};

export type Ran = { readonly document: RunDocument; readonly log: readonly string[] };

/** Runs a scenario over real HTTP and reads its document back from the JSON that is written of it. */
export async function run(
  scenario: Scenario,
  more: { readonly dataDir?: string; readonly signal?: AbortSignal; readonly with?: (ended: EndedRun) => void } = {},
): Promise<Ran> {
  const log: string[] = [];
  let json = '';
  await runScenario(
    scenario,
    {
      dataDir: more.dataDir ?? null,
      system: systemClock,
      chance: systemChance,
      version: '0.0.0',
      signal: more.signal ?? new AbortController().signal,
      progress: () => {},
      log: (line) => log.push(line),
    },
    async (ended) => {
      more.with?.(ended);
      await writeDocument(ended, await findingsOf(ended), async (text) => {
        json += text;
      });
    },
  );
  return { document: JSON.parse(json) as RunDocument, log };
}

/** A small scenario: one endpoint `orders` under a policy, one event, and more lines. */
export const small = (policy: string, script: string, more = ''): string => `
retryscope: 1
name: Small
seed: 1
start: 2026-01-01T00:00:00Z
endpoints:
  - { name: orders, policy: ${policy}, receiver: orders }
receiver:
  - { route: orders, script: ${script} }
send:
  - { endpoint: orders, type: order.paid, body: { id: 1 } }
${more}`;
