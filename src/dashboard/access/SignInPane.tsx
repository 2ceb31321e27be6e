import { Text } from '@mantine/core';
import { BarePane } from './BarePane.tsx';
import { SignInForm } from './SignInForm.tsx';

/** In place of every page while nobody is signed in; the address stays, so that one is then where one wanted to be. */
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
