import type { UseMutationResult } from '@tanstack/react-query';
import { useRef } from 'react';

/**
 * Submits once, and again only after a failure. `isPending` renders too late for a double click, and a form may outlive its
 * response.
 */
export function useOnce<Data, Variables>(mutation: UseMutationResult<Data, Error, Variables>) {
  const isSent = useRef(false);
  return (
    variables: Variables,
    /** `again`: the form stays and can be sent again, such as for the parts that failed. */
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
