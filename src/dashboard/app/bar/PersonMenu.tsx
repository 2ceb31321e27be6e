import { Anchor, Button, Group, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { type CallerRole, type Session, sessionIdleMinutes } from '#contract/access.ts';
import { roleText } from '#contract/roleTexts.ts';
import { signOut, useMay } from '../../portfolio/session.ts';
import { useFormat } from '../../preferences/format.ts';
import { pageLinks } from '../../url/pageLinks.ts';
import classes from './Bar.module.css';

interface PersonMenuProps {
  readonly session: Session;
  readonly onLeave: () => void;
}

export function PersonMenu({ session, onLeave }: PersonMenuProps) {
  return (
    <div className={classes.menu}>
      {session.role === null || session.open ? (
        <Open onLeave={onLeave} />
      ) : (
        <SignedIn {...session} role={session.role} onLeave={onLeave} />
      )}
    </div>
  );
}

interface MenuProps {
  readonly onLeave: () => void;
}

function Open({ onLeave }: MenuProps) {
  return (
    <>
      <b>Local, no sign-in</b>
      <Text size="xs" c="dimmed" my="xs">
        No keys yet. Anyone on this machine has full access.
      </Text>
      <AccessLink onLeave={onLeave}>Create the first key</AccessLink>
    </>
  );
}

function SignedIn({ name, role, endsAt, onLeave }: Session & MenuProps & { role: CallerRole }) {
  const format = useFormat();
  const leaving = useMutation(signOut(useQueryClient()));
  const mayManage = useMay(pageLinks.access);
  return (
    <>
      <b>
        <bdi>{name}</bdi>
      </b>
      <Text size="xs" c="dimmed">
        {roleText(role)}
      </Text>
      <Text size="xs" c="dimmed" my="xs">
        The session ends at {format.clock(endsAt)}, or after {sessionIdleMinutes} minutes of
        inactivity.
      </Text>
      <Group gap="xs">
        <Button onClick={() => leaving.mutate('here')} aria-disabled={leaving.isPending}>
          Sign out
        </Button>
        <Button
          variant="subtle"
          onClick={() => leaving.mutate('everywhere')}
          aria-disabled={leaving.isPending}
        >
          Sign out everywhere
        </Button>
      </Group>
      {mayManage && (
        <Text mt="sm">
          <AccessLink onLeave={onLeave}>{pageLinks.access.label}</AccessLink>
        </Text>
      )}
    </>
  );
}

function AccessLink({ onLeave, children }: MenuProps & { readonly children: string }) {
  return (
    <Anchor component={Link} to={pageLinks.access.to} underline="always" onClick={onLeave}>
      {children}
    </Anchor>
  );
}
