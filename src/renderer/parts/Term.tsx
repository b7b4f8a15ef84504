import type { ReactNode } from 'react';
import { GLOSSARY, type GlossaryWord } from '../../shared/words/glossary';
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
