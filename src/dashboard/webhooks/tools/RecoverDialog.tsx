import { Button, Checkbox, Group, Progress, Select, Stack, Text } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Recovery } from '#contract/endpoint.ts';
import { Dialog } from '../../design/Dialog.tsx';
import { FormFoot } from '../../design/FormFoot.tsx';
import { InstantField, instantTyped } from '../../design/InstantField.tsx';
import { Query } from '../../design/Panel.tsx';
import { useFormat } from '../../preferences/format.ts';
import { Refusal, Result } from '../../design/NoteLine.tsx';
import { timeSpans } from '../../portfolio/timeSpans.ts';
import { endpointParam } from '../../url/params.ts';
import { useSearchParam } from '../../url/searchParam.ts';
import { shortUrl } from '../endpoints.ts';
import { MutationButton } from '../MutationButton.tsx';
import { cancelRecoveryMutation, countRecovery, startRecovery } from '../webhookMutations.ts';
import { recoveryQuery, typedStart } from '../webhookQueries.ts';
import type { ToolProps } from './ToolProps.ts';

const sincePresets = [
  { agoMs: timeSpans.hour, label: '1 h ago' },
  { agoMs: timeSpans.day, label: '1 day ago' },
  { agoMs: timeSpans.week, label: '7 days ago' },
] as const;

export function RecoverDialog({ endpoints, onClose }: ToolProps) {
  const format = useFormat();
  const [selected] = useSearchParam(endpointParam);
  const [chosen, choose] = useState(selected);
  const endpoint = endpoints.find(({ _id }) => _id === chosen) ?? endpoints[0];
  const [since, setSince] = useState(() => typedStart(Date.now() - timeSpans.day));
  const counting = useMutation(countRecovery);
  const start = useMutation(startRecovery);
  const { at } = instantTyped(since);
  const isDisabled = endpoint?.status === 'disabled';
  const [includeOlder, setIncludeOlder] = useState(false);
  const counted = counting.data;
  const count = (counted?.count ?? 0) + (includeOlder ? (counted?.older ?? 0) : 0);
  const scope =
    endpoint === undefined || at === null ? null : { id: endpoint._id, since: at, includeOlder };
  const error = counting.error ?? start.error;
  const change = (set: () => void) => {
    set();
    counting.reset();
    setIncludeOlder(false);
  };
  if (start.data !== undefined) {
    return (
      <Dialog title="Recovery" onClose={onClose}>
        <RecoveryProgress id={start.data._id} onClose={onClose} />
      </Dialog>
    );
  }
  return (
    <Dialog title="Recover messages" onClose={onClose}>
      <Stack>
        <Select
          label="Endpoint"
          data={endpoints.map(({ _id, url }) => ({ value: _id, label: shortUrl(url) }))}
          value={endpoint?._id ?? null}
          onChange={(id) => change(() => choose(id ?? ''))}
        />
        <div>
          <InstantField
            label="Since"
            isRequired
            value={since}
            onChange={(text) => change(() => setSince(text))}
          />
          <Group gap="xs" mt="xs">
            {sincePresets.map(({ agoMs, label }) => (
              <Button
                key={label}
                size="xs"
                onClick={() => change(() => setSince(typedStart(Date.now() - agoMs)))}
              >
                {label}
              </Button>
            ))}
          </Group>
        </div>
        <Text size="xs" c="var(--ink-2)">
          Messages that failed or were canceled since then are sent again with the same ids.
          Messages that the endpoint missed while it was disabled are sent for the first time.
          {isDisabled && ' The endpoint is disabled: enable it first.'}
        </Text>
        {counted !== undefined && (
          <Result>
            <b>{format.count(counted.count, 'message')}</b> did not arrive
            {counted.older > 0 &&
              `, and ${format.number(counted.older)} from before the webhook was registered`}
            .
          </Result>
        )}
        {counted !== undefined && counted.older > 0 && (
          <Checkbox
            label="Include messages from before registration"
            checked={includeOlder}
            onChange={(event) => setIncludeOlder(event.target.checked)}
          />
        )}
        <Refusal error={error} />
      </Stack>
      <FormFoot>
        {count === 0 ? (
          <MutationButton variant="filled" mutation={counting} variables={scope}>
            Count messages
          </MutationButton>
        ) : (
          <MutationButton variant="filled" mutation={start} variables={isDisabled ? null : scope}>
            Resend {format.number(count)}
          </MutationButton>
        )}
        <Button variant="subtle" onClick={onClose}>
          Cancel
        </Button>
      </FormFoot>
    </Dialog>
  );
}

const stateLabels: Record<Recovery['state'], string> = {
  running: 'Sending',
  finished: 'Finished',
  cancelled: 'Canceled',
};

interface RecoveryProgressProps {
  readonly id: string;
  readonly onClose: () => void;
}

function RecoveryProgress({ id, onClose }: RecoveryProgressProps) {
  const format = useFormat();
  const query = useQuery(recoveryQuery(id));
  const canceling = useMutation(cancelRecoveryMutation);
  return (
    <>
      <Query query={query} what="The recovery" loading={null}>
        {({ state, count, delivered, failed, pending }) => (
          <Stack>
            <Progress
              aria-label="Recovery"
              size={4}
              value={(100 * (delivered + failed)) / Math.max(1, count)}
            />
            <Text size="xs" c="var(--ink-2)" role="status">
              {stateLabels[state]}: {format.number(delivered)} of {format.number(count)} delivered,{' '}
              {format.number(failed)} failed, {format.number(pending)} waiting.
            </Text>
          </Stack>
        )}
      </Query>
      <FormFoot>
        <Button variant="filled" onClick={onClose}>
          Done
        </Button>
        {query.data?.state === 'running' && (
          <MutationButton mutation={canceling} variables={id}>
            Cancel recovery
          </MutationButton>
        )}
      </FormFoot>
    </>
  );
}
