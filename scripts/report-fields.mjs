// Reading a runner's JSON report, of whose shape nothing is taken for granted: what is not there is empty.

/**
 * @param {unknown} value
 * @param {string} name
 * @returns {unknown}
 */
export const field = (value, name) =>
  typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;

/**
 * @param {unknown} value
 * @param {string} name
 */
export function number(value, name) {
  const found = field(value, name);
  return typeof found === 'number' ? found : 0;
}

/**
 * @param {unknown} value
 * @param {string} name
 */
export function text(value, name) {
  const found = field(value, name);
  return typeof found === 'string' ? found : '';
}

/**
 * @param {unknown} value
 * @param {string} name
 * @returns {readonly unknown[]}
 */
export function list(value, name) {
  const found = field(value, name);
  return Array.isArray(found) ? found : [];
}
