import type { UseMutationResult } from '@tanstack/react-query';
import { useState } from 'react';
import { hasCode } from '../api/errors.ts';
import { useOnce } from './once.ts';

/**
 * Edits shared data: sends once, and loads the newer state after a conflict.
 * @param reread loads the current state; null for a new resource.
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
    base,
    /** State that someone else saved meanwhile; null if none is known. */
    newer,
    error: newer === null ? update.error : null,
    isSaving: update.isPending,
    send: (sent: Sent, onSaved: (answer: Answer) => void, onRefused: () => void) =>
      sendOnce(sent, onSaved, (error) => {
        if (reread === null || !hasCode(error, 'precondition-failed')) onRefused();
        else void reread().then(setNewer, () => {});
      }),
    rebase: (from: Base) => {
      setBase(from);
      setNewer(null);
      update.reset();
    },
  };
}
