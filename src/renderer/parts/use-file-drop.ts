import { type DragEvent, type DragEventHandler, useState } from 'react';

export type FileDrop = {
  /** A file is held over the place: it is drawn as one to drop on. */
  readonly over: boolean;
  /** For the element that takes files. */
  readonly handlers: {
    readonly onDragOver: DragEventHandler;
    readonly onDragLeave: DragEventHandler;
    readonly onDrop: DragEventHandler;
  };
};

const holdsFile = (event: DragEvent): boolean => event.dataTransfer.types.includes('Files');

/** A place on which a file can be dropped; of several the first is taken. What is no file goes where it would. */
export function useFileDrop(take: (file: File) => unknown): FileDrop {
  const [over, setOver] = useState(false);
  return {
    over,
    handlers: {
      onDragOver: (event) => {
        if (!holdsFile(event)) return;
        event.preventDefault();
        setOver(true);
      },
      onDragLeave: (event) => {
        if (event.currentTarget === event.target) setOver(false);
      },
      onDrop: (event) => {
        setOver(false);
        const file = event.dataTransfer.files[0];
        if (file === undefined) return;
        event.preventDefault();
        void take(file);
      },
    },
  };
}
