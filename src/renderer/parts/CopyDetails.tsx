import { useMirror } from '../state/engine-context';
import { navigation } from '../state/navigation';
import { CopyButton } from './CopyButton';

/** The message with when, where and in what it was, for a report. */
export function CopyDetails({ message }: { readonly message: string }) {
  const { version, runtime, kind } = useMirror((mirror) => mirror.host);
  const details = (): string =>
    [
      message,
      `At: ${new Date().toISOString()}`,
      `Section: ${navigation.getState().section}`,
      `Retryscope ${version}, ${kind}, ${runtime}`,
    ].join('\n');
  return <CopyButton text={details} says="Copy details" />;
}
