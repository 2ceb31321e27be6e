import { clsx } from 'clsx';
import type { SignatureVerdict } from '#contract/inspector.ts';
import classes from './tools.module.css';

/** Whether a signature holds, and if not why. */
export function Verdict({ verdict }: { readonly verdict: SignatureVerdict }) {
  const { holds, why } = verdict;
  return (
    <p className={clsx(classes.verdict, holds ? classes.good : classes.bad)} role="status">
      <b>{holds ? 'The signature holds.' : 'The signature does not hold.'}</b> {why}
    </p>
  );
}
