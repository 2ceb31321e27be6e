import { CopyButton } from '../design/CopyButton.tsx';
import classes from './CopyLine.module.css';

/** A secret or an address on a line of its own, to be copied. */
export function CopyLine({ text, what }: { readonly text: string; readonly what: string }) {
  return (
    <p className={classes.line}>
      <code>{text}</code>
      <CopyButton text={text} what={what} />
    </p>
  );
}
