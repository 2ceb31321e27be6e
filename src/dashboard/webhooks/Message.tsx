import type { SignatureVerdict } from '#contract/inspector.ts';
import { CopyButton } from '../design/CopyButton.tsx';
import { Result } from '../design/NoteLine.tsx';
import { indentJson } from '../preferences/json.ts';
import classes from './Message.module.css';

/** A body: indented where it is JSON, else as it came. */
export function BodyText({ text, label }: { readonly text: string; readonly label: string }) {
  return (
    <Code className={classes.body} label={label} text={isJson(text) ? indentJson(text) : text} />
  );
}

interface CodeProps {
  readonly text: string;
  readonly label: string;
  readonly className?: string | undefined;
}

/** A text line by line, which scrolls by itself. */
export function Code({ text, label, className = classes.code }: CodeProps) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls is reached with the keyboard
    <pre className={className} aria-label={label} tabIndex={0}>
      {text}
    </pre>
  );
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** Headers by name; the title holds what is cut. */
export function HeaderList({ headers }: { readonly headers: Readonly<Record<string, string>> }) {
  return (
    <dl className={classes.headers}>
      {Object.entries(headers).map(([name, value]) => (
        <div key={name}>
          <dt title={name}>{name}</dt>
          <dd title={value}>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** A secret or an address on a line of its own, to copy. */
export function CopyLine({ text, what }: { readonly text: string; readonly what: string }) {
  return (
    <p className={classes.line}>
      <code>{text}</code>
      <CopyButton text={text} what={what} />
    </p>
  );
}

/** Whether a signature holds, and if not why. */
export function Verdict({ verdict }: { readonly verdict: SignatureVerdict }) {
  const { holds, why } = verdict;
  return (
    <Result tone={holds ? 'good' : 'bad'}>
      <b>{holds ? 'The signature holds.' : 'The signature does not hold.'}</b> {why}
    </Result>
  );
}
