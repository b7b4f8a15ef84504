import { z } from 'zod';
import { statusRange } from '../answers';
import { ruleIds } from '../bounds';
import { policySchema } from '../policy';
import { isMapping } from './values';

/** What a part of a policy looks like: one tree for the reader, the writer and the form, taken from the schema. */
export type Shape =
  | ObjectShape
  /** An object whose kind is told by the value of one of its fields. */
  | { readonly is: 'choice'; readonly by: string; readonly options: ReadonlyMap<string, ObjectShape> }
  /** An object whose kind is told by which fields it has, or a word in its place. */
  | { readonly is: 'either'; readonly options: readonly ObjectShape[]; readonly words: readonly string[] }
  | { readonly is: 'list'; readonly of: Shape }
  | { readonly is: 'map'; readonly keys: readonly string[]; readonly of: Shape }
  /** Statuses, `[from, to]`, both included. */
  | { readonly is: 'range' }
  /** Numbers of rules. */
  | { readonly is: 'rules' }
  | { readonly is: 'word'; readonly words: readonly string[] }
  /** Whole ms. */
  | { readonly is: 'duration' }
  | { readonly is: 'number' }
  | { readonly is: 'text' }
  | { readonly is: 'switch' };

export type ObjectShape = { readonly is: 'object'; readonly fields: ReadonlyMap<string, Field> };

export type Field = {
  readonly shape: Shape;
  /** Whether it may be null. */
  readonly nullable: boolean;
  /** Whether it may be left out. */
  readonly optional: boolean;
};

/** Durations are the fields that say so in their name: `ms`, `totalMs`. */
const isDuration = (name: string): boolean => name === 'ms' || name.endsWith('Ms');

function fieldOf(name: string, schema: z.core.$ZodType): Field {
  if (schema === ruleIds) return { shape: { is: 'rules' }, nullable: false, optional: false };
  if (schema === statusRange) return { shape: { is: 'range' }, nullable: false, optional: false };
  if (schema instanceof z.ZodNullable) return { ...fieldOf(name, schema.unwrap()), nullable: true };
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodDefault || schema instanceof z.ZodPrefault) {
    return { ...fieldOf(name, schema.unwrap()), optional: true };
  }
  if (schema instanceof z.ZodReadonly) return fieldOf(name, schema.unwrap());
  return { shape: shapeOf(name, schema), nullable: false, optional: false };
}

function shapeOf(name: string, schema: z.core.$ZodType): Shape {
  if (schema instanceof z.ZodObject) return objectOf(schema);
  if (schema instanceof z.ZodDiscriminatedUnion) {
    const by = schema.def.discriminator;
    const options = schema.options.map((option) => objectOf(option));
    return { is: 'choice', by, options: new Map(options.map((option) => [wordOf(option, by), option])) };
  }
  if (schema instanceof z.ZodUnion) {
    const words = schema.options.flatMap((option) => (option instanceof z.ZodLiteral ? [...option.values] : []));
    const objects = schema.options.filter((option) => !(option instanceof z.ZodLiteral));
    return { is: 'either', options: objects.map((option) => objectOf(option)), words: words.map(String) };
  }
  if (schema instanceof z.ZodArray) return { is: 'list', of: fieldOf(name, schema.element).shape };
  if (schema instanceof z.ZodTuple) return { is: 'list', of: fieldOf(name, schema.def.items[0] ?? schema).shape };
  if (schema instanceof z.ZodRecord) {
    const { shape } = fieldOf('', schema.keyType);
    return { is: 'map', keys: shape.is === 'word' ? shape.words : [], of: fieldOf('', schema.valueType).shape };
  }
  if (schema instanceof z.ZodEnum) return { is: 'word', words: schema.options.map(String) };
  if (schema instanceof z.ZodLiteral) return { is: 'word', words: [...schema.values].map(String) };
  if (schema instanceof z.ZodNumber) return { is: isDuration(name) ? 'duration' : 'number' };
  if (schema instanceof z.ZodBoolean) return { is: 'switch' };
  if (schema instanceof z.ZodString) return { is: 'text' };
  throw new Error(`The policy format has no shape for ${name}.`);
}

function objectOf(schema: z.core.$ZodType): ObjectShape {
  if (schema instanceof z.ZodReadonly) return objectOf(schema.unwrap());
  if (!(schema instanceof z.ZodObject)) throw new Error('The policy format has unions of objects only.');
  const fields = Object.entries(schema.shape).map(([name, field]) => [name, fieldOf(name, field)] as const);
  return { is: 'object', fields: new Map(fields) };
}

/** The value by which an option of a choice is told. */
function wordOf(option: ObjectShape, by: string): string {
  const shape = option.fields.get(by)?.shape;
  return shape?.is === 'word' ? (shape.words[0] ?? '') : '';
}

export const POLICY_SHAPE: ObjectShape = objectOf(policySchema);

/** The option of several that a value fits best: the one of which it has the fewest unknown fields; null for no object. */
export function optionOf(options: readonly ObjectShape[], value: unknown): ObjectShape | null {
  if (!isMapping(value)) return null;
  const ranked = options.map((option) => ({ option, strange: strangeIn(option, value) }));
  return ranked.sort((a, b) => a.strange - b.strange)[0]?.option ?? null;
}

/** How many fields of a value a shape does not know. */
function strangeIn(shape: Shape, value: unknown): number {
  if (shape.is !== 'object' || !isMapping(value)) return 0;
  return Object.entries(value).reduce((sum, [key, inner]) => {
    const name = fieldNamed(shape, key);
    const field = name === null ? undefined : shape.fields.get(name);
    return sum + (field === undefined ? 1 : strangeIn(field.shape, inner));
  }, 0);
}

/** The field that a file means by a key, or null. */
export const fieldNamed = ({ fields }: ObjectShape, key: string): string | null =>
  fields.has(key) ? key : ([...fields.keys()].find((field) => nameInFile(field) === key) ?? null);

/** How a field is called in a file: durations go without their unit. */
export const nameInFile = (field: string): string => (field === 'ms' ? 'time' : field.replace(/Ms$/, ''));

/** The same among the other fields of its part: where one of them is called so, it keeps its unit. */
export function nameAmong({ fields }: ObjectShape, field: string): string {
  const name = nameInFile(field);
  return name !== field && fields.has(name) ? field : name;
}
