import { Button, Stack } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type AccessKey } from '#contract/access.ts';
import { roleTexts } from '#contract/roleTexts.ts';
import { Dialog } from '../design/Dialog.tsx';
import { FormFoot } from '../design/FormFoot.tsx';
import { Refusal } from '../design/NoteLine.tsx';
import { notify } from '../design/notify.ts';
import { useOnce } from '../design/once.ts';
import { revokeAccessKey } from './accessQueries.ts';
import { needsSignIn, SignInAgain } from './SignInAgain.tsx';

interface RevokeKeyDialogProps {
  readonly revoked: AccessKey;
  readonly onClose: () => void;
}

export function RevokeKeyDialog({ revoked, onClose }: RevokeKeyDialogProps) {
  const { _id, name, role } = revoked;
  const revocation = useMutation(revokeAccessKey);
  const send = useOnce(revocation);
  const revoke = () =>
    send(_id, () => {
      notify(`Key ${name} revoked`);
      onClose();
    });
  const { error } = revocation;
  if (error !== null && needsSignIn(error)) {
    return <SignInAgain error={error} onSignedIn={revoke} onClose={revocation.reset} />;
  }
  return (
    <Dialog title="Revoke this key?" onClose={onClose}>
      <Stack>
        <p>
          <b>
            <bdi>{name}</bdi>
          </b>
          , {roleTexts[role].label}. Requests with this key are rejected immediately, and its
          sessions end. This cannot be undone. To restore access, create another key.
        </p>
        <Refusal lead="Not revoked:" error={error} />
      </Stack>
      <FormFoot>
        <Button variant="filled" aria-disabled={revocation.isPending} onClick={revoke}>
          {revocation.isPending ? 'Revoking…' : 'Revoke'}
        </Button>
        <Button variant="subtle" onClick={onClose}>
          Cancel
        </Button>
      </FormFoot>
    </Dialog>
  );
}
