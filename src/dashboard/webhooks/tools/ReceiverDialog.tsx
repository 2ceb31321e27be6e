import { SegmentedControl } from '@mantine/core';
import { useState } from 'react';
import { CopyButton } from '../../design/CopyButton.tsx';
import { Dialog } from '../../design/Dialog.tsx';
import { Code } from '../Message.tsx';
import { receiverCode, type ReceiverLanguage } from './receiverCode.ts';
import classes from './tools.module.css';

const languages: readonly { readonly value: ReceiverLanguage; readonly label: string }[] = [
  { value: 'node', label: 'Node' },
  { value: 'python', label: 'Python' },
  { value: 'go', label: 'Go' },
];

/** A complete receiver that verifies signatures, to copy. */
export function ReceiverDialog({ onClose }: { readonly onClose: () => void }) {
  const [language, setLanguage] = useState<ReceiverLanguage>('node');
  const code = receiverCode[language];
  return (
    <Dialog title="Receiver code" size="side" onClose={onClose}>
      <div className={classes.form}>
        <p className={classes.note}>
          Complete, and without packages. Any Standard Webhooks library verifies the messages too.
        </p>
        <div className={classes.languages}>
          <SegmentedControl
            aria-label="Language"
            data={[...languages]}
            value={language}
            onChange={setLanguage}
          />
          <CopyButton text={code} what="receiver code" />
        </div>
        <Code text={code} label="Code of the receiver" />
      </div>
    </Dialog>
  );
}
