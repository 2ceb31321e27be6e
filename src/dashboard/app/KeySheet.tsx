import { Text } from '@mantine/core';
import { useId } from 'react';
import { type KeyScope, listedTexts } from '../design/keys.ts';
import { Dialog } from '../design/Dialog.tsx';
import { KeyNames } from '../design/KeyNames.tsx';
import { Terms } from '../design/Terms.tsx';
import classes from './KeySheet.module.css';

export function KeySheet({ onClose }: { readonly onClose: () => void }) {
  return (
    <Dialog title="Shortcuts" size="wide" onClose={onClose}>
      <div className={classes.sheet}>
        <Keys scope="page" title="On this page" />
        <Keys scope="global" title="Global" />
      </div>
    </Dialog>
  );
}

function Keys({ scope, title }: { readonly scope: KeyScope; readonly title: string }) {
  const id = useId();
  const texts = listedTexts(scope);
  return (
    <section aria-labelledby={id}>
      <Text component="h3" id={id} mb={4} size="xs" c="dimmed">
        {title}
      </Text>
      {texts.length === 0 && (
        <Text py="xs" c="dimmed">
          No shortcuts.
        </Text>
      )}
      <Terms terms={texts.map(([keys, does]) => [<KeyNames key={keys} keys={keys} />, does])} />
    </section>
  );
}
