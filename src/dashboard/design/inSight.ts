import { type RefObject, useEffect, useState } from 'react';

/**
 * Whether an element is in sight, or almost: what it shows is asked for then, and given up when it has left. What is
 * not displayed never is in sight.
 */
export function useInSight(element: RefObject<Element | null>): boolean {
  const [isInSight, setInSight] = useState(false);
  useEffect(() => {
    const seen = element.current;
    if (seen === null) return undefined;
    const observer = new IntersectionObserver(
      (entries) => setInSight(entries.at(-1)?.isIntersecting === true),
      { rootMargin: '72px 0px' },
    );
    observer.observe(seen);
    return () => observer.disconnect();
  }, [element]);
  return isInSight;
}
