import { indentJson } from '../../preferences/json.ts';
import classes from './BodyText.module.css';

/** A body, line by line where it is JSON, as it came where it is not. */
export function BodyText({ text, label }: { readonly text: string; readonly label: string }) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls is reached with the keyboard
    <pre className={classes.body} aria-label={label} tabIndex={0}>
      {isJson(text) ? indentJson(text).text : text}
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
