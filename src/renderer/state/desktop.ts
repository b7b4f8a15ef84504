import { useCallback, useEffect, useState } from 'react';
import {
  type DesktopAnswer,
  type DesktopReport,
  type DesktopRequest,
  desktopAnswer,
} from '../../shared/contract/desktop';

/** What came of a request, in words; `wrong` when it was not done. */
export type Said = { readonly wrong: boolean; readonly message: string };

export type DesktopLink = {
  /** Null before it has answered, and in a browser, which has no desktop around it. */
  readonly report: DesktopReport | null;
  /** Resolves to what is to be said about it, or null. */
  readonly ask: (request: DesktopRequest) => Promise<Said | null>;
};

/** Asks the desktop around the window; resolves to null in a browser, which has none. */
export async function askDesktop(request: DesktopRequest): Promise<DesktopAnswer | null> {
  const bridge = window.retryscope;
  if (bridge === undefined) return null;
  const read = desktopAnswer.safeParse(await bridge.askDesktop(request));
  return read.success
    ? read.data
    : { ok: false, message: 'The window answered in a way that this version does not know.' };
}

/** The desktop around the window, as it is now and after each change, wherever it was made. */
export function useDesktop(): DesktopLink {
  const [report, setReport] = useState<DesktopReport | null>(null);
  const ask = useCallback(async (request: DesktopRequest): Promise<Said | null> => {
    const answer = await askDesktop(request);
    if (answer === null) return null;
    if (!answer.ok) return { wrong: true, message: answer.message };
    setReport(answer.report);
    return answer.says === null ? null : { wrong: false, message: answer.says };
  }, []);
  useEffect(() => {
    void ask({ kind: 'read' });
    return window.retryscope?.onCommand?.((command) => {
      if (command.kind === 'desktop') void ask({ kind: 'read' });
    });
  }, [ask]);
  return { report, ask };
}
