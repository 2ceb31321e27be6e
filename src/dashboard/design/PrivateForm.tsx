import { Button } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { usePrivacy } from '../preferences/preferences.ts';
import { Dialog } from './Dialog.tsx';
import { FormFoot } from './FormFoot.tsx';
import { IsRevealed } from './PrivacyCover.tsx';

interface PrivateFormProps {
  readonly title: string;
  readonly what: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** Asks before a form opens that reveals a user's data in privacy mode. An open form stays open: hiding it would lose input. */
export function PrivateForm({ title, what, onClose, children }: PrivateFormProps) {
  const privacy = usePrivacy();
  const [isAgreed, setAgreed] = useState(privacy === 'off');
  if (isAgreed) return <IsRevealed value>{children}</IsRevealed>;
  return (
    <Dialog {...{ title, onClose }} size="wide">
      <p>Privacy mode is on. Editing reveals this user’s {what}.</p>
      <FormFoot>
        <Button variant="filled" onClick={() => setAgreed(true)}>
          Show and edit
        </Button>
        <Button variant="subtle" onClick={onClose}>
          Cancel
        </Button>
      </FormFoot>
    </Dialog>
  );
}
