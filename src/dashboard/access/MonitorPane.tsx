import { Anchor, Button, List, Stack, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type Session } from '#contract/access.ts';
import { roleTexts } from '#contract/roleTexts.ts';
import { getHealth, getMetrics } from '#contract/operations/about.ts';
import { FormFoot } from '../design/FormFoot.tsx';
import { signOut } from '../portfolio/session.ts';
import { BarePane } from './BarePane.tsx';

/** A monitor's role reads no page. */
export function MonitorPane({ name }: Session) {
  const leaving = useMutation(signOut(useQueryClient()));
  return (
    <BarePane title="No access to the dashboard">
      <Stack mt="sm">
        <p>
          You are signed in as{' '}
          <b>
            <bdi>{name}</bdi>
          </b>
          , with the {roleTexts.monitor.label} role: {roleTexts.monitor.may}. The dashboard requires
          the Analyst or Admin role.
        </p>
        <List>
          <List.Item>
            <Anchor href={getMetrics.path} underline="always">
              Metrics
            </Anchor>
            , in Prometheus format
          </List.Item>
          <List.Item>
            <Anchor href={getHealth.path} underline="always">
              Health
            </Anchor>
            , as JSON
          </List.Item>
        </List>
        <Text c="dimmed">To use the dashboard, sign out, then sign in with another key.</Text>
      </Stack>
      <FormFoot>
        <Button
          variant="filled"
          onClick={() => leaving.mutate('here')}
          aria-disabled={leaving.isPending}
        >
          {leaving.isPending ? 'Signing out…' : 'Sign out'}
        </Button>
      </FormFoot>
    </BarePane>
  );
}
