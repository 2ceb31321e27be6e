import { Text } from '@mantine/core';
import { Dialog } from '../design/Dialog.tsx';
import { useVisitor } from '../portfolio/session.ts';
import { SignInForm } from './SignInForm.tsx';

/** When a session ends, input stays below the dialog, and figures are unreadable until the sign-in. */
export function SignInDialog() {
  const name = useVisitor()?.name;
  return (
    <Dialog title="Your session has ended">
      <Text mb="md">
        Sign in again to continue. Your input is preserved.
        {name != null && (
          <>
            {' '}
            You were signed in as <b>{name}</b>.
          </>
        )}
      </Text>
      <SignInForm isOverPage />
    </Dialog>
  );
}
