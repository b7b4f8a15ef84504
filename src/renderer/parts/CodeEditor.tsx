import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { json, jsonParseLinter } from '@codemirror/lang-json';
import { yaml } from '@codemirror/lang-yaml';
import { bracketMatching, HighlightStyle, indentOnInput, syntaxHighlighting } from '@codemirror/language';
import { type Diagnostic, linter, lintGutter, setDiagnostics } from '@codemirror/lint';
import { Compartment, EditorState, type Extension } from '@codemirror/state';
import { drawSelection, EditorView, highlightSpecialChars, keymap, lineNumbers } from '@codemirror/view';
import { tags } from '@lezer/highlight';
import { useEffect, useRef } from 'react';
import type { RowControl } from './FormRow';
import { type LineNote, lineNotes, setLineNotes } from './line-notes';

/** Longer texts are not parsed on every key. */
const MOST_CHECKED = 262_144;

const colours = HighlightStyle.define([
  { tag: tags.propertyName, class: 'key-text' },
  { tag: tags.string, class: 'string-text' },
  { tag: [tags.number, tags.bool, tags.null], class: 'literal-text' },
  { tag: tags.punctuation, class: 'punctuation-text' },
]);

const parses = jsonParseLinter();
const asJson: Extension = [
  json(),
  linter((view) => (view.state.doc.length === 0 || view.state.doc.length > MOST_CHECKED ? [] : parses(view))),
];

type Language = 'json' | 'yaml' | 'text';

const GRAMMARS: Readonly<Record<Language, Extension>> = {
  json: asJson,
  yaml: [yaml(), lintGutter()],
  text: [],
};

/** What is wrong with a text, and where; line and column count from 1. */
export type TextProblem = { readonly line: number; readonly column: number; readonly message: string };

/** From the place that a problem names to the end of the word there. */
function diagnosticOf(state: EditorState, { line, column, message }: TextProblem): Diagnostic {
  const found = state.doc.line(Math.min(Math.max(1, line), state.doc.lines));
  const from = Math.min(found.from + column - 1, found.to);
  const word = /^[^\s,{}[\]]+/.exec(state.doc.sliceString(from, found.to))?.[0].length ?? 0;
  return { from, to: Math.min(found.to, from + Math.max(1, word)), severity: 'error', message };
}

const NO_PROBLEMS: readonly TextProblem[] = [];
const NO_NOTES: readonly LineNote[] = [];

/** A place in the text to go to; another object is another wish. */
export type TextPlace = { readonly line: number; readonly column: number };

/**
 * Text as it is typed or pasted: only line feeds end a line, so that every other byte stays where it is. Tab moves
 * on, as in any other field.
 */
export function CodeEditor({
  control,
  label,
  text,
  language,
  problems = NO_PROBLEMS,
  notes = NO_NOTES,
  place: wanted = null,
  onChange,
}: {
  readonly control: RowControl;
  readonly label: string;
  readonly text: string;
  readonly language: Language;
  /** What someone else found wrong with the text. */
  readonly problems?: readonly TextProblem[];
  /** What is said at the ends of lines. */
  readonly notes?: readonly LineNote[];
  readonly place?: TextPlace | null;
  readonly onChange: (text: string) => void;
}) {
  const place = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView | null>(null);
  const latest = useRef({ onChange, text, language });
  latest.current = { onChange, text, language };
  const grammar = useRef(new Compartment());
  const attributes = useRef(new Compartment());

  useEffect(() => {
    const parent = place.current;
    if (parent === null) return;
    const editor = new EditorView({
      parent,
      state: EditorState.create({
        doc: latest.current.text,
        extensions: [
          EditorState.lineSeparator.of('\n'),
          lineNumbers(),
          history(),
          drawSelection(),
          highlightSpecialChars(),
          indentOnInput(),
          bracketMatching(),
          syntaxHighlighting(colours),
          // The form's own keys come first: Ctrl Enter sends, Escape closes.
          keymap.of([
            ...historyKeymap,
            ...defaultKeymap.filter(({ key }) => key !== 'Mod-Enter' && key !== 'Escape' && key !== 'Ctrl-k'),
          ]),
          grammar.current.of(GRAMMARS[latest.current.language]),
          attributes.current.of([]),
          lineNotes,
          EditorView.updateListener.of((update) => {
            if (update.docChanged) latest.current.onChange(update.state.doc.toString());
          }),
        ],
      }),
    });
    view.current = editor;
    return () => {
      editor.destroy();
      view.current = null;
    };
  }, []);

  useEffect(() => {
    view.current?.dispatch({ effects: grammar.current.reconfigure(GRAMMARS[language]) });
  }, [language]);

  const { id } = control;
  const invalid = control['aria-invalid'];
  const describedBy = control['aria-describedby'];
  useEffect(() => {
    const given: Record<string, string> = {
      id,
      // It takes the focus as it is; said outright, tools that judge the page know it too.
      tabindex: '0',
      'aria-label': label,
      'aria-invalid': String(invalid),
    };
    if (describedBy !== undefined) given['aria-describedby'] = describedBy;
    view.current?.dispatch({
      effects: attributes.current.reconfigure(EditorView.contentAttributes.of(given)),
    });
  }, [id, label, invalid, describedBy]);

  useEffect(() => {
    const editor = view.current;
    if (editor === null || editor.state.doc.toString() === text) return;
    editor.dispatch({ changes: { from: 0, to: editor.state.doc.length, insert: text } });
  }, [text]);

  useEffect(() => {
    const editor = view.current;
    if (editor === null || language !== 'yaml') return;
    editor.dispatch(
      setDiagnostics(
        editor.state,
        problems.map((problem) => diagnosticOf(editor.state, problem)),
      ),
    );
  }, [problems, language]);

  useEffect(() => {
    view.current?.dispatch({ effects: setLineNotes.of(notes) });
  }, [notes]);

  useEffect(() => {
    const editor = view.current;
    if (editor === null || wanted === null) return;
    const line = editor.state.doc.line(Math.min(Math.max(1, wanted.line), editor.state.doc.lines));
    const at = Math.min(line.from + wanted.column - 1, line.to);
    editor.dispatch({ selection: { anchor: at }, effects: EditorView.scrollIntoView(at, { y: 'center' }) });
    editor.focus();
  }, [wanted]);

  return <div ref={place} className="code-editor" />;
}
