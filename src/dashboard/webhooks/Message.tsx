import type { SignatureVerdict } from '#contract/inspector.ts';
import { jsonOf } from '../api/jsonValue.ts';
import { Result } from '../design/NoteLine.tsx';
import { PrivacyCover } from '../design/PrivacyCover.tsx';
import { Terms } from '../design/Terms.tsx';
import { indentJson } from '../preferences/json.ts';
import classes from './Message.module.css';

interface BodyTextProps {
  readonly text: string;
  readonly label: string;
}

/** A body may contain a user's amounts and attributes, so privacy mode hides it. */
export function BodyText(props: BodyTextProps) {
  return (
    <PrivacyCover what={props.label.toLowerCase()}>
      <JsonText {...props} />
    </PrivacyCover>
  );
}

export function JsonText({ text, label }: BodyTextProps) {
  const isJson = jsonOf(text) !== undefined;
  return <Code className={classes.body} label={label} text={isJson ? indentJson(text) : text} />;
}

interface CodeProps {
  readonly text: string;
  readonly label: string;
  readonly className?: string | undefined;
}

export function Code({ text, label, className = classes.code }: CodeProps) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scroll area needs keyboard access
    <pre className={className} aria-label={label} tabIndex={0}>
      {text}
    </pre>
  );
}

/** A cut header has its complete value as title. */
export function HeaderList({ headers }: { readonly headers: Readonly<Record<string, string>> }) {
  return <Terms terms={Object.entries(headers)} className={classes.headers} />;
}

export function Verdict({ verdict }: { readonly verdict: SignatureVerdict }) {
  const { holds, why } = verdict;
  return (
    <Result tone={holds ? 'good' : 'bad'}>
      <b>Signature {holds ? 'valid' : 'invalid'}.</b> {why}
    </Result>
  );
}
