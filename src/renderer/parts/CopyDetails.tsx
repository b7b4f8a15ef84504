import { useEngine } from '../state/engine-context';
import { navigation } from '../state/navigation';
import { CopyButton } from './CopyButton';

/** The message with when, where and in what it was, for a report. */
export function CopyDetails({ message }: { readonly message: string }) {
  const { store } = useEngine();
  const details = (): string => {
    const host = store.getState().sync.mirror?.host;
    return [
      message,
      `At: ${new Date().toISOString()}`,
      `Section: ${navigation.getState().section}`,
      ...(host === undefined ? [] : [`Retryscope ${host.version}, ${host.kind}, ${host.runtime}`]),
    ].join('\n');
  };
  return <CopyButton text={details} says="Copy details" />;
}
