import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { type App, assemble } from '../../src/main/host/assemble';
import { answer } from '../../src/main/host/channel';
import { systemChance, systemClock } from '../../src/main/host/system';
import type { CommandArgs, CommandName, CommandOutputs } from '../../src/shared/contract/commands';

export function aFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'retryscope-host-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** The whole app on a folder; `call` throws what is refused. */
export async function openApp(dataDir = aFolder(), log: (line: string) => void = () => {}) {
  const app: App = await assemble({
    dataDir,
    holder: 'test',
    host: { kind: 'browser', runtime: 'test', version: '0.0.0', sandboxed: true },
    system: systemClock,
    chance: systemChance,
    log,
  });
  let isOpen = true;
  const close = async (): Promise<void> => {
    if (isOpen) await app.close();
    isOpen = false;
  };
  onTestFinished(close);
  async function call<K extends CommandName>(name: K, args: CommandArgs<K>): Promise<CommandOutputs[K]> {
    const result = await answer({ name, args }, app);
    if (!result.ok) throw new Error(result.problem.message);
    return result.value as CommandOutputs[K];
  }
  return { app, call, close, dataDir };
}
