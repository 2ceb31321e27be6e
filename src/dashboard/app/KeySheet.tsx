import { Kbd } from '@mantine/core';
import { Fragment, useId } from 'react';
import { type KeyScope, listedWords } from '../design/keys.ts';
import { Dialog } from '../design/Dialog.tsx';
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

const connecting = new Set(['to', 'or', 'and', 'then']);

/** `1 to 5`, `g u` and `j, k` as keys with words and commas between them. */
function KeyNames({ keys }: { readonly keys: string }) {
  return keys
    .split(/( |, )/)
    .map((part, index) => (
      <Fragment key={index}>
        {index % 2 === 1 || connecting.has(part) ? (
          part
        ) : (
          <Kbd>{part.length === 1 ? part.toUpperCase() : part}</Kbd>
        )}
      </Fragment>
    ));
}
