import { Text } from '@mantine/core';
import { SignInForm } from './SignInForm.tsx';
import classes from './SignInPane.module.css';

/** In place of every page while nobody is signed in; the address stays, so that one is then where one wanted to be. */
export function SignInPane() {
  return (
    <main className={classes.pane}>
      <title>Sign in · Portfolio</title>
      <svg className={classes.mark} width="28" height="28" viewBox="0 0 20 20" aria-hidden>
        <path d="M2 14.5H8V9.5H13V4.5H18" />
      </svg>
      <h1>Sign in</h1>
      <Text c="dimmed" mb="md">
        to Portfolio at {location.host}
      </Text>
      <SignInForm />
    </main>
  );
}
