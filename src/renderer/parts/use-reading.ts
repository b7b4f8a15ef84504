import { type PointerEvent, type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { isFollowing, shiftOf, unseenAfter } from '../view-models/reading';

export type ReadingPlace = {
  /** How many rows came above what is read. */
  readonly fresh: number;
  readonly following: boolean;
  /** Goes to the list's beginning and follows again. */
  readonly follow: () => void;
  readonly onScroll: () => void;
  readonly onPointerMove: (event: PointerEvent) => void;
  readonly onPointerLeave: () => void;
};

const NONE: ReadonlySet<string> = new Set();

/**
 * Follows the newest row at the list's beginning, until a row is read: from then on what is read stays where it is,
 * whatever comes or goes above it.
 * @param selected a row's id, or another text for rows that are chosen; null for none
 * @param onKeep told which row must stay in the list's window; null for none
 */
export function useReading({
  ids,
  rowHeight,
  headHeight,
  selected,
  scroller,
  inner,
  onKeep,
}: {
  readonly ids: readonly string[];
  /** CSS px. */
  readonly rowHeight: number;
  /** CSS px that the headers take of what scrolls. */
  readonly headHeight: number;
  readonly selected: string | null;
  readonly scroller: RefObject<HTMLDivElement | null>;
  /** What holds the rows; it is given room below where the list is too short to stay where it is. */
  readonly inner: RefObject<HTMLDivElement | null>;
  readonly onKeep: (id: string | null) => void;
}): ReadingPlace {
  const [unseen, setUnseen] = useState(NONE);
  const [following, setFollowing] = useState(true);
  const now = useRef({ scrolled: false, pointed: false, asked: false, byPointer: false });
  const shown = useRef<readonly string[]>([]);
  const pointer = useRef<{ x: number; y: number; id: string | null }>({ x: -1, y: -1, id: null });
  const selectedNow = useRef(selected);
  /** Where the list was put last; elsewhere the reader has put it. */
  const placed = useRef(0);

  const top = (): number => scroller.current?.scrollTop ?? 0;
  const firstInSight = (): number => Math.floor(top() / rowHeight);
  const isFollowed = (): boolean => isFollowing({ ...now.current, selected: selectedNow.current !== null });
  /** What is read most likely first: what is pointed at, what is open, then what is in sight from its top. */
  const readIds = (list: readonly string[]): readonly string[] => {
    const first = firstInSight();
    const count = Math.ceil((scroller.current?.clientHeight ?? 0) / rowHeight) + 1;
    const inSight = list.slice(first, first + count);
    const likely = [pointer.current.id, selectedNow.current].filter((id) => id !== null && inSight.includes(id));
    return [...likely.filter((id) => id !== null), ...inSight];
  };
  const settle = (): void => {
    const followed = isFollowed();
    setFollowing(followed);
    onKeep(followed ? null : (readIds(shown.current)[0] ?? null));
  };
  /** The list is made long enough that it can stand at `place` px, and no longer than it needs to be. */
  const standAt = (place: number): void => {
    const [box, rows] = [scroller.current, inner.current];
    if (box === null || rows === null) return;
    const long = shown.current.length * rowHeight;
    const least = place + box.clientHeight - headHeight;
    rows.style.minHeight = place > 0 && least > long ? `${least}px` : '';
    if (box.scrollTop !== place) box.scrollTop = place;
    placed.current = box.scrollTop;
  };
  const follow = (): void => {
    now.current = { scrolled: false, pointed: false, asked: true, byPointer: false };
    standAt(0);
    setUnseen(NONE);
    settle();
  };

  // Another row that is opened is read; asking for the newest was before that.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only another selection is news
  useEffect(() => {
    selectedNow.current = selected;
    now.current = { ...now.current, asked: false, byPointer: now.current.byPointer && selected === null };
    settle();
  }, [selected]);

  // Before the browser paints, so that nothing is seen to jump.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only other rows are news
  useLayoutEffect(() => {
    const before = shown.current;
    shown.current = ids;
    if (before === ids) return;
    if (before.length === 0 || ids.length === 0) {
      now.current = { ...now.current, scrolled: false, asked: false, byPointer: false };
      if (ids.length === 0) standAt(0);
      setUnseen(NONE);
      settle();
      return;
    }
    if (isFollowed()) {
      standAt(0);
      setUnseen(NONE);
      return;
    }
    const place = top();
    const shift = shiftOf(before, ids, readIds(before));
    if (shift !== 0) {
      if (place === 0 && selectedNow.current === null) now.current = { ...now.current, byPointer: true };
      standAt(Math.max(0, place + shift * rowHeight));
    }
    now.current = { ...now.current, scrolled: top() > 0 };
    setUnseen((known) => unseenAfter(known, before, ids, firstInSight()));
    settle();
  }, [ids]);

  return {
    fresh: unseen.size,
    following,
    follow,
    onScroll: () => {
      const scrolled = top() > 0;
      const given = inner.current?.style.minHeight ?? '';
      // What was given below is taken back as the reader goes up.
      const moved = Math.abs(top() - placed.current) >= 1;
      if (given !== '' && moved) standAt(top());
      now.current = {
        ...now.current,
        scrolled,
        asked: now.current.asked && !scrolled,
        byPointer: now.current.byPointer && !moved,
      };
      setUnseen((known) =>
        known.size === 0 ? known : unseenAfter(known, shown.current, shown.current, firstInSight()),
      );
      settle();
    },
    onPointerMove: ({ clientX: x, clientY: y, target, pointerType }) => {
      if (pointerType !== 'mouse') return;
      const row = target instanceof Element ? target.closest('[data-row]') : null;
      const id = row?.getAttribute('data-row') ?? null;
      const moved = x !== pointer.current.x || y !== pointer.current.y;
      pointer.current = { x, y, id };
      // What moves under a pointer that rests is no reading.
      if (!moved || now.current.pointed === (id !== null)) return;
      now.current = { ...now.current, pointed: id !== null };
      settle();
    },
    onPointerLeave: () => {
      pointer.current = { ...pointer.current, id: null };
      if (!now.current.pointed) return;
      const { byPointer } = now.current;
      now.current = { ...now.current, pointed: false, byPointer: false };
      if (byPointer && selectedNow.current === null) follow();
      else settle();
    },
  };
}
