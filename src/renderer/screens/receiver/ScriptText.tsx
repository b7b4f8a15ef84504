import { useEffect, useRef, useState } from 'react';
import type { ScriptProblem } from '../../../shared/contract/views';
import type { Script } from '../../../shared/model/script';
import { CodeEditor } from '../../parts/CodeEditor';
import { FormRow } from '../../parts/FormRow';
import { useEngine } from '../../state/engine-context';

/** After the last key the text is read. */
const READ_AFTER_MS = 200;

/** A script as text, in the words of a scenario file. What can be read is the script; the rest is said by its place. */
export function ScriptText({
  script,
  problems,
  onRead,
  onProblems,
}: {
  readonly script: Script;
  readonly problems: readonly ScriptProblem[];
  readonly onRead: (script: Script) => void;
  /** Null: not read yet. */
  readonly onProblems: (problems: readonly ScriptProblem[] | null) => void;
}) {
  const { call } = useEngine();
  const [text, setText] = useState<string | null>(null);
  const begun = useRef(script);
  const latest = useRef({ onRead, onProblems });
  latest.current = { onRead, onProblems };

  useEffect(() => {
    let gone = false;
    void call('script.write', { script: begun.current }).then((result) => {
      if (!gone && result.ok) setText(result.value.text);
    });
    return () => {
      gone = true;
    };
  }, [call]);

  const typed = useRef<string | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const read = async (wanted: string): Promise<void> => {
    const result = await call('script.read', { text: wanted });
    if (typed.current !== wanted) return;
    if (!result.ok) latest.current.onProblems([{ line: 1, column: 1, path: '', message: result.problem.message }]);
    else if (result.value.ok) {
      latest.current.onProblems([]);
      latest.current.onRead(result.value.script);
    } else latest.current.onProblems(result.value.problems);
  };
  if (text === null) return <p className="muted">Writing it out.</p>;
  return (
    <div className="script-text">
      <FormRow
        label="Script as text"
        wrong={problems.length === 0 ? null : problems.map(sayTextProblem).join(' ')}
        hint="The words of a scenario file, such as { reply: 503, times: 2 }"
      >
        {(control) => (
          <CodeEditor
            control={control}
            label="Script as text"
            text={text}
            language="yaml"
            problems={problems}
            onChange={(next) => {
              setText(next);
              typed.current = next;
              latest.current.onProblems(null);
              clearTimeout(timer.current);
              timer.current = setTimeout(() => void read(next), READ_AFTER_MS);
            }}
          />
        )}
      </FormRow>
    </div>
  );
}

/** `Line 3, column 12: …`. */
const sayTextProblem = ({ line, column, message }: ScriptProblem): string =>
  `Line ${line}, column ${column}: ${message}`;
