import { useEffect, useState } from 'react';

/** So long the rows in sight have to stay the same: milliseconds. */
const pause = 250;

const nobody: ReadonlySet<string> = new Set();

/**
 * Who was in sight when the rows last came to rest: what a row shows beyond its user is asked for then, and given up
 * when it is no longer among them. While the page scrolls or somebody types, nothing is asked.
 */
export function useAtRest(inSight: readonly string[]): ReadonlySet<string> {
  const [atRest, setAtRest] = useState(nobody);
  const said = JSON.stringify(inSight);
  useEffect(() => {
    const ids: string[] = JSON.parse(said);
    const timer = setTimeout(() => setAtRest(new Set(ids)), pause);
    return () => clearTimeout(timer);
  }, [said]);
  return atRest;
}
