import { type Extension, StateEffect, StateField } from '@codemirror/state';
import { Decoration, type DecorationSet, EditorView, WidgetType } from '@codemirror/view';

/** A word at the end of a line of an editor. Lines count from 1. */
export type LineNote = { readonly line: number; readonly tone: 'ok' | 'bad'; readonly says: string };

class Note extends WidgetType {
  readonly note: LineNote;

  constructor(note: LineNote) {
    super();
    this.note = note;
  }

  override eq({ note }: Note): boolean {
    return note.tone === this.note.tone && note.says === this.note.says;
  }

  toDOM(): HTMLElement {
    const place = document.createElement('span');
    place.className = `line-note ${this.note.tone}`;
    place.textContent = this.note.says;
    return place;
  }
}

export const setLineNotes = StateEffect.define<readonly LineNote[]>();

/** Notes stay at their lines while the text around them is changed. */
export const lineNotes: Extension = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(shown, { changes, effects, state }) {
    const effect = effects.find((each) => each.is(setLineNotes));
    if (effect === undefined || !effect.is(setLineNotes)) return shown.map(changes);
    return Decoration.set(
      effect.value
        .filter(({ line }) => line <= state.doc.lines)
        .map((note) => Decoration.widget({ widget: new Note(note), side: 1 }).range(state.doc.line(note.line).to)),
      true,
    );
  },
  provide: (field) => EditorView.decorations.from(field),
});
