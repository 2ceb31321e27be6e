import { messageOf } from '../../shared/api/errors.ts';
import { NoteLine } from '../../shared/ui/NoteLine.tsx';
import { StaleLine } from '../../shared/ui/StaleLine.tsx';
import type { ComparedFault } from './useCompared.ts';

/** A line for each compared history that could not be read, with Retry for it alone. */
export function ComparedFaults({ faults }: { readonly faults: readonly ComparedFault[] }) {
  return faults.map(({ id, label, error, failedAt, shownAt, retry }) =>
    shownAt === null ? (
      <NoteLine
        key={id}
        tone="danger"
        action={
          <button type="button" onClick={retry}>
            Retry
          </button>
        }
      >
        {label} could not be read: {messageOf(error)}
      </NoteLine>
    ) : (
      <StaleLine
        key={id}
        what={label}
        error={error}
        failedAt={failedAt}
        shownAt={shownAt}
        onRetry={retry}
      />
    ),
  );
}
