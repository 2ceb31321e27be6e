import { useQuery } from '@tanstack/react-query';
import { needsRole } from '#contract/access.ts';
import { type Callable, useWhyNotOffered } from '../api/service.ts';
import { NoteLine } from '../design/NoteLine.tsx';
import { sessionQuery } from './session.ts';

interface NotAllowedProps {
  readonly what: string;
  readonly operation: Callable;
  /** Removes it from the address. Absent if the address is a page. */
  readonly onClose?: () => void;
}

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
