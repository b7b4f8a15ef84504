import { parseSync, Visitor } from 'oxc-parser';

const ID = '[A-Za-z]\\d+';
const GROUP = `${ID}(?:–${ID})?`;
/** Rules stand first in a test's title: `A21 …`, or, where there are several, `A15–A18, a11: …`. */
const LEAD = new RegExp(`^(${GROUP}(?:, ${GROUP})*)(:?)(?= )`);

/**
 * The numbers of the rules that a test's title begins with: `A15–A18, a11: …` gives A15, A16, A17, A18 and a11.
 * @param {string} title
 * @returns {readonly string[]} empty where it begins with none
 */
export function rulesOfTitle(title) {
  const [, list = '', colon = ''] = LEAD.exec(title) ?? [];
  const groups = list.split(', ').filter((group) => group !== '');
  const several = groups.length > 1 || list.includes('–');
  return several && colon === '' ? [] : groups.flatMap(rulesOfGroup);
}

/** @param {string} group */
function rulesOfGroup(group) {
  const [from = '', to = from] = group.split('–');
  const letter = from.charAt(0);
  const [first, last] = [Number(from.slice(1)), Number(to.slice(1))];
  if (letter !== to.charAt(0) || last < first) return [];
  return Array.from({ length: last - first + 1 }, (_, index) => `${letter}${first + index}`);
}

/**
 * The titles of the tests in a file: the first argument of `it(…)`, `test(…)`, `it.each(…)(…)` and their like.
 * @param {string} file
 * @param {string} text
 * @returns {readonly string[]}
 * @throws Error when the text does not parse
 */
export function testTitles(file, text) {
  const { program, errors } = parseSync(file, text);
  const [first] = errors;
  if (first !== undefined) throw new Error(`${file}: ${first.message}`);
  /** @type {string[]} */
  const titles = [];
  new Visitor({
    CallExpression({ callee, arguments: [title] }) {
      const words = title === undefined ? null : wordsOf(title);
      if (words !== null && isTestCall(callee)) titles.push(...filledIn(words, callee));
    },
  }).visit(program);
  return titles;
}

/** What may stand after `it` or `test`: a skipped test proves nothing, and a group is none. */
const STILL_A_TEST = ['each', 'for', 'only', 'concurrent', 'sequential', 'fails', 'skipIf', 'runIf'];

/**
 * @param {import('oxc-parser').Expression | import('oxc-parser').Super} callee
 * @returns {boolean}
 */
function isTestCall(callee) {
  switch (callee.type) {
    case 'Identifier':
      return callee.name === 'it' || callee.name === 'test';
    case 'MemberExpression':
      return (
        callee.property.type === 'Identifier' &&
        STILL_A_TEST.includes(callee.property.name) &&
        isTestCall(callee.object)
      );
    case 'CallExpression':
    case 'TaggedTemplateExpression':
      return isTestCall(callee.type === 'CallExpression' ? callee.callee : callee.tag);
    default:
      return false;
  }
}

/**
 * Where a title begins with `%s`, the first column of the table of `it.each([…])` stands for it.
 * @param {string} words
 * @param {import('oxc-parser').Expression} callee
 * @returns {readonly string[]}
 */
function filledIn(words, callee) {
  const table = callee.type === 'CallExpression' ? callee.arguments[0] : undefined;
  if (!words.startsWith('%s') || table?.type !== 'ArrayExpression') return [words];
  return table.elements.flatMap((row) => {
    const first = row?.type === 'ArrayExpression' ? row.elements[0] : row;
    const cell = first === null || first === undefined ? null : wordsOf(first);
    return cell === null ? [] : [cell + words.slice(2)];
  });
}

/**
 * A string, or a template up to its first hole.
 * @param {import('oxc-parser').Argument} argument
 */
function wordsOf(argument) {
  if (argument.type === 'Literal') return typeof argument.value === 'string' ? argument.value : null;
  return argument.type === 'TemplateLiteral' ? (argument.quasis[0]?.value.cooked ?? null) : null;
}

/**
 * The numbers of the ledger, in its order.
 * @param {string} text of `src/shared/policies/ledger.ts`
 * @returns {readonly string[]}
 */
export const ledgerIds = (text) => [...text.matchAll(/^ {2}([A-Za-z]\d+): '/gm)].map(([, id = '']) => id);
