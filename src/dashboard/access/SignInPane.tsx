import { Text } from '@mantine/core';
import { BarePane } from './BarePane.tsx';
import { SignInForm } from './SignInForm.tsx';

/** The address stays, so the requested page opens after the sign-in. */
export function SignInPane() {
  return (
    <BarePane title="Sign in">
      <Text c="dimmed" mb="md">
        to Portfolio at {location.host}
      </Text>
      <SignInForm />
    </BarePane>
  );
}
