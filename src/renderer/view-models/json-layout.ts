/** Whether a text is JSON. Its values are never used: numbers would lose digits. */
export function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** Where a text stops being JSON, in words, or null when it is JSON. */
export function jsonProblem(text: string): string | null {
  try {
    JSON.parse(text);
    return null;
  } catch (error) {
    return error instanceof SyntaxError ? error.message : String(error);
  }
}
