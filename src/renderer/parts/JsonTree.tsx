import { useVirtualizer } from '@tanstack/react-virtual';
import { ChevronDown, ChevronRight } from 'lucide-react';
import { type KeyboardEvent, useMemo, useRef, useState } from 'react';
import { showHidden } from '../../shared/words/hidden';
import type { JsonIndex } from '../view-models/bodies/json-scan';
import {
  copiedValue,
  isContainer,
  isSequence,
  jsonPath,
  keyText,
  kindOf,
  valueText,
} from '../view-models/bodies/json-text';
import { depthOf, firstClosed, opened, placeOf, shut, visibleNodes } from '../view-models/bodies/json-tree';
import { plural, sayCount } from '../view-models/numbers';
import { CopyButton, copyText } from './CopyButton';
import { Icon } from './Icon';

const ROW = 18;
const INDENT = 14;
const DEEPEST_INDENT = 24;
const MOST_SHOWN = 300;
const PAGE_ROWS = 20;

/** The values of a JSON text, to be opened and closed. One tab stop: arrows walk and open, Ctrl or Cmd C copies. */
export function JsonTree({ text, index }: { readonly text: string; readonly index: JsonIndex }) {
  const scroller = useRef<HTMLDivElement>(null);
  const [closed, setClosed] = useState(() => firstClosed(index));
  const [node, setNode] = useState(0);
  const visible = useMemo(() => visibleNodes(index, closed), [index, closed]);
  const virtual = useVirtualizer({
    count: visible.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW,
    overscan: 20,
  });
  const place = placeOf(visible, node);
  const goTo = (next: number): void => {
    const bounded = Math.max(0, Math.min(visible.length - 1, next));
    setNode(visible[bounded] ?? 0);
    virtual.scrollToIndex(bounded);
  };
  const isOpen = (at: number): boolean => isContainer(index, at) && (index.sizes[at] ?? 0) > 0 && !closed.has(at);
  const canOpen = (at: number): boolean => isContainer(index, at) && (index.sizes[at] ?? 0) > 0;
  const toggle = (at: number): void => setClosed(isOpen(at) ? shut(closed, at) : opened(index, closed, at));
  const goToNode = (at: number): void => goTo(placeOf(visible, at));

  const onKeyDown = (event: KeyboardEvent): void => {
    if ((event.ctrlKey || event.metaKey) && !event.altKey && event.key.toLowerCase() === 'c') {
      // A text that is marked is copied as everywhere.
      if (document.getSelection()?.isCollapsed === false) return;
      event.preventDefault();
      void copyText(event.shiftKey ? jsonPath(text, index, node) : copiedValue(text, index, node));
      return;
    }
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    if (act(event.key)) event.preventDefault();
  };
  /** What a key does; false for one that does nothing here. */
  const act = (key: string): boolean => {
    const step = { ArrowDown: 1, ArrowUp: -1, PageDown: PAGE_ROWS, PageUp: -PAGE_ROWS }[key];
    const parent = index.parents[node] ?? -1;
    if (step !== undefined) goTo(place + step);
    else if (key === 'Home') goTo(0);
    else if (key === 'End') goTo(visible.length - 1);
    else if (key === 'Enter' && canOpen(node)) toggle(node);
    else if (key === 'ArrowRight' && isOpen(node)) goTo(place + 1);
    else if (key === 'ArrowRight' && canOpen(node)) toggle(node);
    else if (key === 'ArrowLeft' && isOpen(node)) toggle(node);
    else if (key === 'ArrowLeft' && parent !== -1) goToNode(parent);
    else return false;
    return true;
  };

  const items = virtual.getVirtualItems();
  return (
    <div className="json-tree">
      <div className="body-bar tree-bar">
        <span className="mono cut grow" title={jsonPath(text, index, node)}>
          {showHidden(jsonPath(text, index, node))}
        </span>
        <CopyButton text={() => jsonPath(text, index, node)}>Copy path</CopyButton>
        <CopyButton text={() => copiedValue(text, index, node)}>Copy value</CopyButton>
        <button type="button" className="button small" onClick={() => setClosed(new Set())}>
          Open all
        </button>
        <button type="button" className="button small" onClick={() => setClosed(closedBelowRoots(index))}>
          Close all
        </button>
      </div>
      <div
        ref={scroller}
        className="code tree inset-focus"
        role="tree"
        tabIndex={0}
        aria-label={`Body, tree, ${plural(index.count, 'value')}`}
        aria-activedescendant={items.some((item) => visible[item.index] === node) ? `json-${node}` : undefined}
        onKeyDown={onKeyDown}
      >
        <div style={{ height: virtual.getTotalSize(), position: 'relative' }} role="presentation">
          {items.map((item) => {
            const at = visible[item.index] ?? 0;
            const parent = index.parents[at] ?? -1;
            const depth = depthOf(index, at);
            return (
              // biome-ignore lint/a11y/useKeyWithClickEvents: keys are taken by the tree
              <div
                key={at}
                id={`json-${at}`}
                role="treeitem"
                tabIndex={-1}
                aria-level={depth + 1}
                aria-setsize={parent === -1 ? undefined : index.sizes[parent]}
                aria-posinset={(index.places[at] ?? 0) + 1}
                aria-selected={at === node}
                aria-expanded={canOpen(at) ? isOpen(at) : undefined}
                className={at === node ? 'tree-row selected' : 'tree-row'}
                style={{
                  transform: `translateY(${item.start}px)`,
                  paddingLeft: 8 + Math.min(depth, DEEPEST_INDENT) * INDENT,
                }}
                onClick={(event) => {
                  scroller.current?.focus();
                  setNode(at);
                  const onMark = event.target instanceof Element && event.target.closest('.turn') !== null;
                  if (onMark && canOpen(at)) toggle(at);
                }}
                onDoubleClick={() => (canOpen(at) ? toggle(at) : undefined)}
              >
                <span className="turn" aria-hidden="true">
                  {canOpen(at) ? <Icon of={isOpen(at) ? ChevronDown : ChevronRight} size={12} /> : null}
                </span>
                <Name text={text} index={index} node={at} />
                <Value text={text} index={index} node={at} open={isOpen(at)} />
              </div>
            );
          })}
        </div>
      </div>
    </div>
  );
}

/** Everything within the outermost values. */
function closedBelowRoots(index: JsonIndex): ReadonlySet<number> {
  const closed = new Set<number>();
  for (let node = 0; node < index.count; node++) {
    if (!isContainer(index, node) || (index.parents[node] ?? -1) === -1) continue;
    closed.add(node);
    node = index.lasts[node] ?? node;
  }
  return closed;
}

type Of = { readonly text: string; readonly index: JsonIndex; readonly node: number };

const shortened = (text: string): string =>
  showHidden(text.length > MOST_SHOWN ? `${text.slice(0, MOST_SHOWN)}…` : text);

function Name({ text, index, node }: Of) {
  const key = keyText(text, index, node);
  const parent = index.parents[node] ?? -1;
  if (key !== null) return <span className="key-text">{shortened(key)}: </span>;
  if (parent === -1 && !isSequence(index)) return null;
  return <span className="muted">{sayCount(index.places[node] ?? 0)}: </span>;
}

function Value({ text, index, node, open }: Of & { readonly open: boolean }) {
  const kind = kindOf(index, node);
  const size = index.sizes[node] ?? 0;
  if (kind === 'object' || kind === 'array') {
    const [opens, closes] = kind === 'object' ? '{}' : '[]';
    if (size === 0) return <span className="punctuation-text">{`${opens}${closes}`}</span>;
    return (
      <span className="punctuation-text">
        {open ? opens : `${opens}…${closes}`}
        <small className="muted"> {kind === 'object' ? plural(size, 'name') : plural(size, 'entry', 'entries')}</small>
      </span>
    );
  }
  const start = index.starts[node] ?? 0;
  const token = valueText(text, index, node);
  return (
    <span key={start} className={kind === 'string' ? 'string-text' : 'literal-text'}>
      {shortened(token)}
    </span>
  );
}
