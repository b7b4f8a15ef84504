import { useStore } from 'zustand';
import { CopyDetails } from '../../parts/CopyDetails';
import { useEngine } from '../../state/engine-context';
import { Logo } from './Logo';

/** What stands instead of the app while there is nothing to show, or when the engine refuses to start. */
export function WholePage() {
  const { store } = useEngine();
  const link = useStore(store, (state) => state.link);
  const problem = useStore(store, (state) => state.problem);
  const { title, lines } = wording(link.kind, link.kind === 'refused' ? link.message : null, problem?.message ?? null);
  return (
    <main className="whole-page">
      <div role="status">
        <Logo />
        <h1>{title}</h1>
        {lines.map((line) => (
          <p key={line}>{line}</p>
        ))}
        {link.kind === 'refused' || problem !== null ? <CopyDetails message={`${title}. ${lines.join(' ')}`} /> : null}
      </div>
    </main>
  );
}

function wording(
  kind: 'connecting' | 'up' | 'restarting' | 'refused' | 'no-token' | 'lost',
  refusal: string | null,
  problem: string | null,
): { readonly title: string; readonly lines: readonly string[] } {
  switch (kind) {
    case 'refused':
      return { title: 'The engine did not start', lines: [refusal ?? ''] };
    case 'no-token':
      return {
        title: 'Open the printed URL',
        lines: [
          'This page needs the token that stands in the URL which retryscope serve printed in its terminal.',
          'Copy that whole URL, from http:// to the end, into the address bar.',
        ],
      };
    case 'lost':
      return {
        title: 'The engine does not answer',
        lines: [
          `No connection to ${window.location.host}. It is tried again by itself.`,
          'If retryscope serve was started again, it printed a new URL with a new token: open that one.',
        ],
      };
    case 'restarting':
      return { title: 'The engine stopped and is being started again', lines: ['Nothing is lost.'] };
    case 'connecting':
    case 'up':
      return problem === null
        ? { title: 'Starting', lines: ['The engine opens its data.'] }
        : { title: 'The engine cannot be read', lines: [problem, 'It is asked again every second.'] };
  }
}
