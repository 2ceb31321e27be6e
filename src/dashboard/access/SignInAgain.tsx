import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { hasCode, messageOf } from '../api/errors.ts';
import { Dialog } from '../design/Dialog.tsx';
import { sessionQuery } from '../portfolio/session.ts';
import { SignInForm } from './SignInForm.tsx';

/** The session is too old for the operation. */
export const needsSignIn = (error: unknown): boolean => hasCode(error, 'sign-in-too-old');

interface SignInAgainProps {
  readonly error: Error;
  readonly onSignedIn: () => void;
  readonly onClose: () => void;
}

/** Replaces a form that needs a recent sign-in. Its input is preserved, and sent after the sign-in. */
export function SignInAgain({ error, onSignedIn, onClose }: SignInAgainProps) {
  const endsAt = useQuery(sessionQuery).data?.endsAt ?? null;
  const [previousEnd] = useState(endsAt);
  const continueRequest = useEffectEvent(onSignedIn);
  // Each session ends at another instant.
  const isNew = endsAt !== null && endsAt !== previousEnd;
  useEffect(() => {
    if (isNew) continueRequest();
  }, [isNew]);
  return (
    <Dialog title="Sign in again" onClose={onClose}>
      <Text mb="md">{messageOf(error)} Your request is sent after you sign in.</Text>
      <SignInForm isOverPage isAgain />
    </Dialog>
  );
}
