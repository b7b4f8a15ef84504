import { join } from 'node:path';
import { lastLines, run } from './child.mjs';
import { say, step } from './progress.mjs';
import { projectNode, root, tool } from './project.mjs';
import { NONE, total } from './test-counts.mjs';

const PROJECTS = ['shared', 'main', 'shell', 'renderer', 'scripts', 'test'];

/** Each of them counts as one test. */
const CHECKS = [
  ...PROJECTS.map((name) => ({
    title: `Types of ${name}`,
    script: tool('typescript/bin/tsc'),
    args: ['-p', `tsconfig.${name}.json`],
  })),
  { title: 'Biome', script: tool('@biomejs/biome/bin/biome'), args: ['check', '--error-on-warnings', '.'] },
  { title: 'Knip', script: tool('knip/bin/knip.js'), args: [] },
  { title: 'Every rule has a test', script: join(root, 'scripts', 'rules.mjs'), args: [] },
];

class Complaint extends Error {}

/** Runs them all, whatever fails, and prints what a failed one says. */
export async function runStaticChecks() {
  let counts = NONE;
  for (const { title, script, args } of CHECKS) {
    const passed = await step(title, async () => {
      const { code, output } = await run(projectNode(), [script, ...args], { cwd: root });
      if (code !== 0) throw new Complaint(lastLines(output, 60));
      return true;
    }).catch((error) => {
      if (!(error instanceof Complaint)) throw error;
      say(error.message);
      return false;
    });
    counts = total([counts, { ...NONE, [passed ? 'passed' : 'failed']: 1 }]);
  }
  return counts;
}
