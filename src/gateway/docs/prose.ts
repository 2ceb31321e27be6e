import { html } from 'hono/html';

export type Html = ReturnType<typeof html>;

/** Formats text between backticks as code. */
export function prose(text: string): Html {
  return html`${text
    .split('`')
    .map((part, index) => (index % 2 === 1 ? html`<code>${part}</code>` : html`${part}`))}`;
}
