import { SegmentedControl } from '@mantine/core';
import { useState } from 'react';
import { CopyButton } from '../../design/CopyButton.tsx';
import { Dialog } from '../../design/Dialog.tsx';
import { receiverCode, type ReceiverLanguage } from '../receiverCode.ts';
import classes from './tools.module.css';

const languages: readonly { readonly value: ReceiverLanguage; readonly label: string }[] = [
  { value: 'node', label: 'Node' },
  { value: 'python', label: 'Python' },
  { value: 'go', label: 'Go' },
];

/** A receiver that verifies the signature, whole, to copy. */
export function ReceiverDialog({ onClose }: { readonly onClose: () => void }) {
  const [language, setLanguage] = useState<ReceiverLanguage>('node');
  const code = receiverCode[language];
  return (
    <Dialog title="Receiver code" size="side" onClose={onClose}>
      <p className={classes.note}>
        Needs no package. Any library of Standard Webhooks verifies the messages as well.
      </p>
      <div className={classes.row}>
        <SegmentedControl
          aria-label="Language"
          data={[...languages]}
          value={language}
          onChange={setLanguage}
        />
        <CopyButton text={code} what="receiver code" />
      </div>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls is reached with the keyboard */}
      <pre className={classes.code} aria-label="Code of the receiver" tabIndex={0}>
        {code}
      </pre>
    </Dialog>
  );
}
