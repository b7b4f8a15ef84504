/** What a list says of a scenario before the engine has read it. */
export type ScenarioHead = {
  readonly name: string;
  /** The first sentence of the comment above it, past its title. */
  readonly says: string;
  /** Ids of the policies of its endpoints, in order. */
  readonly policyIds: readonly string[];
};

const unquoted = (text: string): string => /^(["'])(.*)\1$/.exec(text)?.[2] ?? text;

/**
 * Reads the head of a scenario: its `name`, the sentence above it, and whose policies it runs under. It is no YAML
 * reader: the engine reads the file, and says what is wrong with it.
 */
export function scenarioHead(fileName: string, text: string): ScenarioHead {
  const lines = text.split('\n');
  const name = lines.map((line) => /^name:\s*(.+?)\s*$/.exec(line)?.[1]).find((found) => found !== undefined);
  const policyIds = [...text.matchAll(/[{,\s]policy:\s*["']?([a-z][a-z0-9-]*)/g)].map(([, id]) => id ?? '');
  return {
    name: name === undefined ? fileName : unquoted(name),
    says: firstSentence(lines),
    policyIds: [...new Set(policyIds)],
  };
}

/** The title says what the name says; the next paragraph, or its first rule, says what is to be seen. */
function firstSentence(lines: readonly string[]): string {
  const end = lines.findIndex((line) => !line.startsWith('#'));
  const comment = lines.slice(0, end === -1 ? lines.length : end).map((line) => line.slice(1).trim());
  const gap = comment.indexOf('');
  const after = gap === -1 ? [] : comment.slice(gap + 1);
  const start = after.findIndex((line) => line !== '' && !line.endsWith(':'));
  if (start === -1) return comment[0] ?? '';
  const paragraph = [after[start] ?? ''];
  for (const line of after.slice(start + 1)) {
    if (line === '' || line.startsWith('- ')) break;
    paragraph.push(line);
  }
  const text = paragraph.join(' ').replace(/^- (?:[A-Za-z]+\d+(?:, )?)+: /, '');
  const sentence = /^.*?[.:](?=\s|$)/.exec(text)?.[0].replace(/:$/, '.') ?? text;
  return sentence.charAt(0).toUpperCase() + sentence.slice(1);
}

/** One thing that is wrong with a file, and the line of the file that it is about. */
export type FileProblem = {
  readonly line: number | null;
  readonly column: number | null;
  readonly says: string;
  /** The file's own line, without its indentation; null when the problem names none. */
  readonly source: string | null;
};

/** Takes `file:line:column message` apart, one problem a line. */
export function fileProblems(message: string, fileName: string, text: string): readonly FileProblem[] {
  const lines = text.split('\n');
  const prefix = `${fileName}:`;
  return message
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((told) => {
      const rest = told.startsWith(prefix) ? told.slice(prefix.length) : null;
      const place = rest === null ? null : /^(\d+):(\d+):?\s+(.*)$/s.exec(rest);
      if (place === null) return { line: null, column: null, says: told, source: null };
      const line = Number(place[1]);
      return { line, column: Number(place[2]), says: place[3] ?? '', source: lines[line - 1]?.trim() ?? null };
    });
}
