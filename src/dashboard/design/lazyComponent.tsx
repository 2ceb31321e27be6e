import { type ComponentType, lazy, type ReactNode, Suspense } from 'react';

export function lazyComponent<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  fallback: ReactNode = null,
): ComponentType<Props> {
  const Loaded = lazy<ComponentType<Props>>(async () => ({ default: await load() }));
  return (props) => (
    <Suspense fallback={fallback}>
      <Loaded {...props} />
    </Suspense>
  );
}
