import type { ReactNode } from 'react';
import { GLOSSARY, type GlossaryWord, wordFor } from '../../shared/words/glossary';
import { Tip } from './Tip';

/** A word of the app, with what it means on hover and on focus. */
export const Term = ({ of, children }: { readonly of: GlossaryWord; readonly children?: ReactNode }) => (
  <Tip says={GLOSSARY[of]}>
    {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what a word means is read by keyboard too */}
    <dfn className="term" tabIndex={0} data-term={of}>
      {children ?? of}
    </dfn>
  </Tip>
);

/** A label or a state: with what it means, where it is a word of the glossary. */
export function Word({ text }: { readonly text: string }) {
  const word = wordFor(text);
  return word === null ? text : <Term of={word}>{text}</Term>;
}
