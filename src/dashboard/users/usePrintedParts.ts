import { useEffect, useState } from 'react';

/** The parts of a user's page that may be left out on paper. */
export interface PrintedParts {
  readonly moved: boolean;
  readonly attributes: boolean;
}

/** Printed without a choice, as by Ctrl+P: attributes may be personal data. */
export const usuallyPrinted: PrintedParts = { moved: true, attributes: false };

/** Printed parts of a user: the defaults, except for one print with other choices. */
export function usePrintedParts() {
  const [parts, setParts] = useState(usuallyPrinted);
  useEffect(() => {
    const reset = () => setParts(usuallyPrinted);
    window.addEventListener('afterprint', reset);
    return () => window.removeEventListener('afterprint', reset);
  }, []);
  const print = (chosen: PrintedParts) => {
    setParts(chosen);
    // Once they are drawn, and no dialog is on the paper.
    setTimeout(() => window.print());
  };
  return { parts, print };
}
