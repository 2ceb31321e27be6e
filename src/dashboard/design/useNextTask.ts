import { startTransition, useEffect, useState } from 'react';

/** Returns false at first, and true in a task after the effects of the first render. */
export function useNextTask(): boolean {
  const [isNext, setNext] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => startTransition(() => setNext(true)));
    return () => clearTimeout(timer);
  }, []);
  return isNext;
}
