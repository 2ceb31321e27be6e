import { useEffect, useState } from 'react';

export interface PrintedParts {
  readonly moved: boolean;
  readonly attributes: boolean;
}

/** Printed without a choice, as by Ctrl+P. Attributes may be personal data. */
export const defaultParts: PrintedParts = { moved: true, attributes: false };

export function usePrintedParts() {
  const [parts, setParts] = useState(defaultParts);
  useEffect(() => {
    const reset = () => setParts(defaultParts);
    window.addEventListener('afterprint', reset);
    return () => window.removeEventListener('afterprint', reset);
  }, []);
  const print = (chosen: PrintedParts) => {
    setParts(chosen);
    // After the render, and without a dialog on paper.
    setTimeout(() => window.print());
  };
  return { parts, print };
}
