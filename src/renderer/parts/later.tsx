import { type ComponentType, lazy, Suspense } from 'react';

/** A part that is loaded when it is first shown, so that the window opens without it. Its place stays empty until then. */
export function later<Props extends object>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> {
  const Loaded = lazy(async () => ({ default: await load() }));
  return (props) => (
    <Suspense fallback={null}>
      <Loaded {...props} />
    </Suspense>
  );
}
