import type { UseMutationResult } from '@tanstack/react-query';
import { useRef } from 'react';

/**
 * Sends what a form holds once: again only after it failed. `isPending` alone is not enough, it is drawn a moment later than
 * the second press of a double click; and when it is over, the form may stand a moment longer than the answer took.
 */
export function useOnce<Data, Variables>(mutation: UseMutationResult<Data, Error, Variables>) {
  const isSent = useRef(false);
  return (
    variables: Variables,
    /** `again`: the form stays and may be sent once more, such as what failed of several. */
    onSuccess: (data: Data) => void | 'again',
    onError?: (error: Error) => void,
  ): void => {
    if (isSent.current) return;
    isSent.current = true;
    mutation.mutate(variables, {
      onSuccess: (data) => {
        isSent.current = onSuccess(data) !== 'again';
      },
      onError: (error) => {
        isSent.current = false;
        onError?.(error);
      },
    });
  };
}
