import { showHidden } from '../../shared/words/hidden';

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Text as HTML and SVG take it, in an element or between quotes. */
export const escaped = (text: string): string => showHidden(text).replace(/[&<>"']/g, (char) => ENTITIES[char] ?? char);
