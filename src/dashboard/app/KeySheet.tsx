import { useId } from 'react';
import { type KeyScope, listedWords } from '../design/keys.ts';
import { Dialog } from '../design/Dialog.tsx';
import { KeyNames } from '../design/KeyNames.tsx';
import classes from './KeySheet.module.css';

/** The keys of the page shown and of every page. */
export function KeySheet({ onClose }: { readonly onClose: () => void }) {
  return (
    <Dialog title="Shortcuts" size="wide" onClose={onClose}>
      <div className={classes.sheet}>
        <Keys scope="page" title="On this page" />
        <Keys scope="everywhere" title="Everywhere" />
      </div>
    </Dialog>
  );
}

function Keys({ scope, title }: { readonly scope: KeyScope; readonly title: string }) {
  const id = useId();
  const words = listedWords(scope);
  return (
    <section aria-labelledby={id}>
      <h3 id={id}>{title}</h3>
      {words.length === 0 && <p className={classes.none}>No keys of its own.</p>}
      <dl>
        {words.map(([keys, does]) => (
          <div key={keys}>
            <dt>
              <KeyNames keys={keys} />
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
