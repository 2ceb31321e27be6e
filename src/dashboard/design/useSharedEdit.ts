import type { UseMutationResult } from '@tanstack/react-query';
import { useState } from 'react';
import { hasCode } from '../api/errors.ts';
import { useOnce } from './once.ts';

/**
 * An edit of what others may change meanwhile: it is sent once, and what was saved first is read, to go on from.
 * @param reread reads what is there now; null for what is new.
 */
export function useSharedEdit<Base, Sent, Answer>(
  opened: Base,
  update: UseMutationResult<Answer, Error, Sent>,
  reread: (() => Promise<Base>) | null,
) {
  const [base, setBase] = useState(opened);
  const [newer, setNewer] = useState<Base | null>(null);
  const sendOnce = useOnce(update);
  return {
    /** The state that the edit changes. */
    base,
    /** What someone else saved since; null: nothing that is known. */
    newer,
    error: newer === null ? update.error : null,
    isSaving: update.isPending,
    send: (sent: Sent, onSaved: (answer: Answer) => void, onRefused: () => void) =>
      sendOnce(sent, onSaved, (error) => {
        if (reread === null || !hasCode(error, 'precondition-failed')) onRefused();
        // Where it cannot be read either, the refusal itself is shown.
        else void reread().then(setNewer, () => {});
      }),
    /** Goes on from the newer state. */
    rebase: (from: Base) => {
      setBase(from);
      setNewer(null);
      update.reset();
    },
  };
}
