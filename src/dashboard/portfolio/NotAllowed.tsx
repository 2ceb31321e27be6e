import { useQuery } from '@tanstack/react-query';
import { needsRole } from '#contract/access.ts';
import { type Callable, useWhyNotOffered } from '../api/service.ts';
import { NoteLine } from '../design/NoteLine.tsx';
import { sessionQuery } from './session.ts';

interface NotAllowedProps {
  /** What the address leads to: the words of its button. */
  readonly what: string;
  /** What it calls. */
  readonly operation: Callable;
  /** Takes it out of the address; left out where it is the page. */
  readonly onClose?: () => void;
}

/** In place of what an address leads to and cannot be done: why the service does not offer it, or who may. */
export function NotAllowed({ what, operation, onClose }: NotAllowedProps) {
  const whyNotOffered = useWhyNotOffered();
  const role = useQuery(sessionQuery).data?.role ?? 'analyst';
  return (
    <NoteLine
      tone="warn"
      action={
        onClose !== undefined && (
          <button type="button" onClick={onClose}>
            Close
          </button>
        )
      }
    >
      {what}: {whyNotOffered(operation) ?? needsRole(operation.role, role)}
    </NoteLine>
  );
}
