import { rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { asRefusal, codeOf, saysDamaged } from './store-problem';

export type Explain = (error: unknown) => unknown;

const suspicionOf = (file: string): string => `${file}.suspect`;

/**
 * Makes a `Refusal` of what a disk or another process did to the database. Damage that is met at work is noted
 * beside the file, so that the next start looks at all of it, whatever its size.
 */
export function explainer(file: string): Explain {
  return (error) => {
    if (saysDamaged(error)) noteSuspicion(file);
    return asRefusal(error, dirname(file));
  };
}

function noteSuspicion(file: string): void {
  try {
    writeFileSync(suspicionOf(file), '');
  } catch (error) {
    // Without room for the note the next start finds the damage only where it looks; the refusal is told all the same.
    if (codeOf(error) === null) throw error;
  }
}

export const isSuspect = (file: string): boolean =>
  statSync(suspicionOf(file), { throwIfNoEntry: false }) !== undefined;

export const clearSuspicion = (file: string): void => rmSync(suspicionOf(file), { force: true });

/** The same functions, whose errors are explained. */
export function explained<T extends { readonly [K in keyof T]: T[K] }>(functions: T, explain: Explain): T {
  const wrapped = Object.entries(functions).map(([name, value]) => [name, withReasons(value, explain)]);
  return Object.fromEntries(wrapped) as T;
}

function withReasons(value: unknown, explain: Explain): unknown {
  if (typeof value !== 'function') return value;
  return (...args: unknown[]): unknown => {
    try {
      return value(...args);
    } catch (error) {
      throw explain(error);
    }
  };
}
