import { describe, expect, it } from 'vitest';
import { readLogLine } from '../../src/main/host/import/read-log-line';
import { type CommandName, commandInputs } from '../../src/shared/contract/commands';
import { decodeCommand } from '../../src/shared/contract/decode';
import { preferencesChange } from '../../src/shared/contract/preferences';
import { ROW_KINDS } from '../../src/shared/log/rows';
import { Refusal } from '../../src/shared/model/problem';

/** What zod says by itself, in its English. */
const DECODERS_OWN = /Invalid|invalid input|expected |Too (big|small)|Unrecognized|No matching|Required|received/;

/** One of each kind that JSON knows, and what only a caller in the same process can send. */
const WRONG: readonly unknown[] = [
  null,
  undefined,
  true,
  0,
  -1,
  1.5,
  Number.NaN,
  Number.POSITIVE_INFINITY,
  1e300,
  '',
  'x',
  'x'.repeat(3_000_000),
  [],
  [null],
  [[]],
  Array(20_000).fill('x'),
  {},
  { kind: 'nothing' },
  { kind: null },
  { 'a b': 1 },
];

const isShaped = (schema: object): schema is { readonly shape: Readonly<Record<string, unknown>> } => 'shape' in schema;

/** The fields of a command's input, as far as its schema tells them. */
const fieldsOf = (name: CommandName): readonly string[] => {
  const schema = commandInputs[name];
  return isShaped(schema) ? Object.keys(schema.shape) : [];
};

const NAMES = Object.keys(commandInputs) as readonly CommandName[];

const check = (name: CommandName, args: unknown): void => {
  const decoded = decodeCommand(name, args);
  if (!decoded.ok) expect(decoded.problem.message).not.toMatch(DECODERS_OWN);
};

describe('a command with something wrong in it is refused in our own words', () => {
  it.each(NAMES)('%s', (name) => {
    for (const wrong of WRONG) {
      check(name, wrong);
      check(name, { strange: wrong });
      // The others are left out, or have the kinds that most fields have.
      for (const field of fieldsOf(name)) {
        check(name, { [field]: wrong });
        for (const nested of WRONG)
          check(name, { [field]: { kind: 'factor', factor: nested, steps: [wrong], to: nested } });
      }
    }
  });

  it('that are names of nothing', () => {
    const decoded = decodeCommand('toString' as CommandName, {});
    expect(decoded).toMatchObject({ ok: false, problem: { message: 'There is no command “toString”.' } });
  });

  it('which say what would be right', () => {
    const said = (name: CommandName, args: unknown) => {
      const decoded = decodeCommand(name, args);
      return decoded.ok ? null : [decoded.problem.field, decoded.problem.message];
    };
    expect(said('capture.pin', { ids: [], pinned: true })).toEqual(['ids', 'Choose at least one request.']);
    expect(said('capture.pin', { ids: 5, pinned: true })).toEqual(['ids', 'This must be a list, not a number.']);
    expect(said('run.open', {})).toEqual(['id', 'This is missing. Write a text.']);
    expect(said('clock.pause', { hard: true })).toEqual([undefined, '“hard” is not known here.']);
    expect(said('past.look', { to: { kind: 'when' } })).toEqual(['to.kind', 'Choose instant or step.']);
    expect(said('capture.get', { id: Number.NaN })).toEqual(['id', 'This must be a text, not NaN.']);
  });
});

it('settings are refused in our own words, whatever they are set to', () => {
  for (const name of Object.keys(preferencesChange.shape)) {
    for (const wrong of WRONG) check('settings.set', { [name]: wrong });
  }
});

describe('a line of a log that cannot be read says so in our own words', () => {
  const refusal = (value: unknown, n = 2): string => {
    try {
      readLogLine(JSON.stringify(value), n);
      return '';
    } catch (error) {
      if (error instanceof Refusal) return error.message;
      throw error;
    }
  };

  it.each(['header', 'end', ...ROW_KINDS])('%s', (kind) => {
    const fields = [
      'id',
      'runId',
      'ordinal',
      'headers',
      'script',
      'policy',
      'wait',
      'outcome',
      'request',
      'step',
      'rows',
    ];
    for (const wrong of WRONG.filter((each) => each !== undefined)) {
      for (const field of fields) {
        const said = refusal({ kind, format: 'retryscope-log', version: 1, [field]: wrong }, kind === 'header' ? 1 : 2);
        expect(said).not.toMatch(DECODERS_OWN);
        expect(said).toMatch(/^Line \d: .*[^.]\.$/s);
      }
    }
  });

  it('whose kind is unknown names those that are', () => {
    expect(refusal({ kind: 'nothing' })).toContain('Line 2: kind: Choose run, route,');
  });
});
