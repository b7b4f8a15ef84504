import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { json, jsonParseLinter } from '@codemirror/lang-json';
import { bracketMatching, HighlightStyle, indentOnInput, syntaxHighlighting } from '@codemirror/language';
import { linter } from '@codemirror/lint';
import { Compartment, EditorState, type Extension } from '@codemirror/state';
import { drawSelection, EditorView, highlightSpecialChars, keymap, lineNumbers } from '@codemirror/view';
import { tags } from '@lezer/highlight';
import { useEffect, useRef } from 'react';
import type { RowControl } from './FormRow';

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

/**
 * Text as it is typed or pasted: only line feeds end a line, so that every other byte stays where it is. Tab moves
 * on, as in any other field.
 */
export function CodeEditor({
  control,
  label,
  text,
  language,
  onChange,
}: {
  readonly control: RowControl;
  readonly label: string;
  readonly text: string;
  readonly language: 'json' | 'text';
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
          grammar.current.of(latest.current.language === 'json' ? asJson : []),
          attributes.current.of([]),
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
    view.current?.dispatch({ effects: grammar.current.reconfigure(language === 'json' ? asJson : []) });
  }, [language]);

  const { id } = control;
  const invalid = control['aria-invalid'];
  const describedBy = control['aria-describedby'];
  useEffect(() => {
    const given: Record<string, string> = { id, 'aria-label': label, 'aria-invalid': String(invalid) };
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

  return <div ref={place} className="code-editor" />;
}
