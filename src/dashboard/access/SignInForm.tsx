import { ActionIcon, Anchor, Button, Stack, Text, TextInput } from '@mantine/core';
import { IconEye, IconEyeOff } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useRef, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { pathOf } from '#contract/operation.ts';
import { beginProviderSignIn } from '#contract/operations/access.ts';
import { HttpError, messageOf, NetworkError, waitOf } from '../api/errors.ts';
import { useNow } from '../design/Ago.tsx';
import { focusFirstField } from '../design/focusFirstFault.ts';
import { FormFoot } from '../design/FormFoot.tsx';
import { Result } from '../design/NoteLine.tsx';
import { sessionQuery, startSession } from '../portfolio/session.ts';

/** Escape closes no form below, only a dialog of this form. */
const ownEscape = { 'data-mantine-stop-propagation': true };

interface SignInFormProps {
  /** The page stays, so the provider opens in another tab. */
  readonly isOverPage?: boolean;
  /** The provider requires a new sign-in, even for a known user. */
  readonly isAgain?: boolean;
}

/** With a key, or through the provider that the service names. Only the field holds the key. */
export function SignInForm({ isOverPage = false, isAgain = false }: SignInFormProps) {
  const client = useQueryClient();
  const provider = useQuery(sessionQuery).data?.provider ?? null;
  const field = useRef<HTMLInputElement>(null);
  const [isShown, setShown] = useState(false);
  const [isEmpty, setEmpty] = useState(false);
  const signIn = useMutation({
    mutationFn: () => startSession(client, field.current?.value ?? ''),
  });
  const { error } = signIn;
  const escape = isAgain ? null : ownEscape;
  const secondsLeft = useSecondsLeft(error, signIn.submittedAt);
  const isWaiting = secondsLeft > 0;
  const isWrongKey = error instanceof HttpError && error.status === 401;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (signIn.isPending || isWaiting) return;
    const isBlank = field.current?.value.trim() === '';
    setEmpty(isBlank);
    if (isBlank) field.current?.focus();
    else signIn.mutate(undefined, { onError: () => field.current?.select() });
  };
  const label = isShown ? 'Hide the key' : 'Show the key';
  const Eye = isShown ? IconEyeOff : IconEye;
  return (
    <form ref={focusFirstField} onSubmit={submit} noValidate>
      <Stack>
        {provider !== null && <ProviderLink {...{ provider, isOverPage, isAgain }} />}
        <TextInput
          {...escape}
          ref={field}
          label="Key"
          type={isShown ? 'text' : 'password'}
          name="key"
          autoComplete="current-password"
          spellCheck={false}
          autoCapitalize="off"
          error={isEmpty ? 'Paste your key here.' : isWrongKey ? messageOf(error) : null}
          description={isEmpty || isWrongKey ? null : 'Begins with pfk_. An admin can create one.'}
          rightSection={
            <ActionIcon
              {...escape}
              size="sm"
              aria-label={label}
              aria-pressed={isShown}
              title={label}
              onClick={() => setShown(!isShown)}
            >
              <Eye size={16} stroke={1.75} aria-hidden />
            </ActionIcon>
          }
        />
        {error !== null && !isWrongKey && (isWaiting || waitOf(error) === false) && (
          <Result tone="error">{errorText(error)}</Result>
        )}
      </Stack>
      <FormFoot>
        <Button
          {...escape}
          type="submit"
          variant="filled"
          aria-disabled={signIn.isPending || isWaiting}
        >
          {signIn.isPending
            ? 'Signing in…'
            : isWaiting
              ? `Try again in ${secondsLeft} s`
              : 'Sign in'}
        </Button>
      </FormFoot>
    </form>
  );
}

/** Seconds until the service accepts another attempt. */
function useSecondsLeft(error: Error | null, since: number): number {
  const now = useNow();
  const wait = waitOf(error);
  return wait === false ? 0 : Math.max(0, Math.ceil((since + wait - now) / 1000));
}

function errorText(error: Error): string {
  const message = messageOf(error);
  return error instanceof NetworkError ? `${message} Nothing was lost. Try again.` : message;
}

interface ProviderLinkProps {
  readonly provider: string;
  readonly isOverPage: boolean;
  readonly isAgain: boolean;
}

/** Leaves this page, or opens another tab if the page holds input. */
function ProviderLink({ provider, isOverPage, isAgain }: ProviderLinkProps) {
  const { pathname, search } = useLocation();
  const query = { to: pathname + search, again: isAgain ? ('1' as const) : undefined };
  return (
    <div>
      <Anchor
        {...(!isAgain && ownEscape)}
        href={pathOf(beginProviderSignIn, { query })}
        underline="always"
        {...(isOverPage && { target: '_blank' })}
      >
        Sign in with {provider}
      </Anchor>
      {isOverPage && (
        <Text size="xs" c="dimmed">
          Opens a new tab. This page continues once you sign in there.
        </Text>
      )}
      <Text size="xs" c="dimmed" mt="sm">
        Or with a key:
      </Text>
    </div>
  );
}
