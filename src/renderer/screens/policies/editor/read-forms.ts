import { LONGEST_WAIT_MS } from '../../../../shared/policies/bounds';
import type { Shape } from '../../../../shared/policies/file/shape';
import { readStatuses, writeStatuses } from '../../../../shared/policies/file/statuses';
import { readDuration, writeDuration } from '../../../../shared/words/read-duration';

/** How a value is written into one line and read from it; undefined is what cannot be read. */
export type ReadForm = {
  readonly read: (text: string) => unknown;
  readonly write: (value: unknown) => string;
  /** Below what cannot be read. */
  readonly says: string;
  /** Below what can be. */
  readonly hint?: string;
  readonly wide?: boolean;
  readonly inputMode?: 'numeric' | 'decimal';
};

const duration = (text: string): number | undefined => {
  const ms = readDuration(text);
  return ms === null || ms > LONGEST_WAIT_MS ? undefined : ms;
};
const sayMs = (value: unknown): string => (typeof value === 'number' ? writeDuration(value) : String(value));

const list =
  (one: (text: string) => unknown, separator: RegExp) =>
  (text: string): unknown => {
    const parts = text.trim() === '' ? [] : text.trim().split(separator);
    const values = parts.map((part) => one(part.trim()));
    return values.includes(undefined) ? undefined : values;
  };
const written =
  (one: (value: unknown) => string, separator: string) =>
  (value: unknown): string =>
    Array.isArray(value) ? value.map(one).join(separator) : '';

const COMMA = /\s*,\s*/;
const DASH = /\s*[-–]\s*/;

const DURATION: ReadForm = { read: duration, write: sayMs, says: 'Such as 48h, 1m 30s or 250ms.' };
const WAITS: ReadForm = {
  read: list(duration, COMMA),
  write: written(sayMs, ', '),
  says: 'Durations with commas between, such as 1m, 5m, 36h.',
  wide: true,
};
const WAIT_RANGES: ReadForm = {
  read: list(list(duration, DASH), COMMA),
  write: written(written(sayMs, ' - '), ', '),
  says: 'From and to, with commas between, such as 30s - 1m, 1m - 2m.',
  wide: true,
};
const NUMBER: ReadForm = {
  read: (text) => (/^-?\d+(?:\.\d+)?$/.test(text.trim()) ? Number(text) : undefined),
  write: (value) => String(value),
  says: 'A number, such as 5 or 0.2.',
  inputMode: 'decimal',
};
const NUMBERS: ReadForm = {
  read: list((text) => (text === 'on' ? null : NUMBER.read(text)), DASH),
  write: written((value) => (value === null ? 'on' : String(value)), ' - '),
  says: 'From and to, such as 1 - 3, or 4 - on.',
};
const RANGE: ReadForm = { read: readStatuses, write: writeStatuses, says: 'Such as 2xx, 429 or 500-599.' };
const RANGES: ReadForm = {
  read: list(readStatuses, COMMA),
  write: written(writeStatuses, ', '),
  says: 'Statuses with commas between, such as 429, 5xx or 500-599.',
  wide: true,
};
const TEXTS: ReadForm = { read: list((text) => text, /\s*;\s*/), write: written(String, '; '), says: '', wide: true };
const TEXT: ReadForm = { read: (text) => text, write: (value) => String(value), says: '', wide: true };

/** How a shape is read in one line; null for what has several controls. */
export function formOf(shape: Shape): ReadForm | null {
  switch (shape.is) {
    case 'duration':
      return DURATION;
    case 'number':
      return NUMBER;
    case 'text':
      return TEXT;
    case 'range':
      return RANGE;
    case 'list':
      if (shape.of.is === 'duration') return WAITS;
      if (shape.of.is === 'range') return RANGES;
      if (shape.of.is === 'number') return NUMBERS;
      if (shape.of.is === 'text') return TEXTS;
      return shape.of.is === 'list' && shape.of.of.is === 'duration' ? WAIT_RANGES : null;
    default:
      return null;
  }
}
