import classes from './CreateUserDialog.module.css';
import type { Step } from './createUser.ts';

/** The exact requests that the form will send. */
export function WhatIsSent({ steps }: { readonly steps: { create: Step; rename: Step | null } }) {
  const shown = [steps.create, ...(steps.rename === null ? [] : [steps.rename])];
  return (
    <details className={classes.sent}>
      <summary>What will be sent</summary>
      <pre>
        {shown
          .map(({ method, path, body }) => `${method} ${path}\n${JSON.stringify(body)}`)
          .join('\n\n')}
      </pre>
    </details>
  );
}
