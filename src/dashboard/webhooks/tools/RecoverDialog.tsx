import { Button, Checkbox, Progress, Select } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Endpoint, Recovery } from '#contract/endpoint.ts';
import { messageOf } from '../../api/errors.ts';
import { Dialog } from '../../design/Dialog.tsx';
import { FormFoot } from '../../design/FormFoot.tsx';
import { InstantField, instantTyped } from '../../design/InstantField.tsx';
import { Query } from '../../design/Panel.tsx';
import { typedInstant } from '../../design/readInstant.ts';
import { useFormat } from '../../preferences/format.ts';
import { chosenTimeZone } from '../../preferences/preferences.ts';
import { offsetAt } from '../../preferences/timeZones.ts';
import { cancelRecovery, countRecovery, startRecovery } from '../mutations.ts';
import { recoveryQuery, spans } from '../queries.ts';
import classes from './tools.module.css';

interface RecoverDialogProps {
  readonly endpoints: readonly Endpoint[];
  readonly selected: string;
  readonly onClose: () => void;
}

const agos = [
  { ago: spans.hour, label: '1 h ago' },
  { ago: spans.day, label: '1 day ago' },
  { ago: spans.week, label: '7 days ago' },
] as const;

/** Sends what did not arrive since a time: counts it first, then starts the recovery and shows its progress. */
export function RecoverDialog({ endpoints, selected, onClose }: RecoverDialogProps) {
  const format = useFormat();
  const [chosen, choose] = useState(
    endpoints.find(({ _id }) => _id === selected)?._id ?? endpoints[0]?._id ?? '',
  );
  const [since, setSince] = useState(() => textOf(Date.now() - spans.day));
  const counting = useMutation(countRecovery);
  const start = useMutation(startRecovery);
  const { at } = instantTyped(since);
  const isDisabled = endpoints.find(({ _id }) => _id === chosen)?.status === 'disabled';
  const [includeOlder, setIncludeOlder] = useState(false);
  const counted = counting.data;
  const count = (counted?.count ?? 0) + (includeOlder ? (counted?.older ?? 0) : 0);
  const scope = { id: chosen, since: at ?? '' };
  const error = counting.error ?? start.error;
  /** The counts are outdated then. */
  const change = (set: () => void) => {
    set();
    counting.reset();
    setIncludeOlder(false);
  };
  if (start.data !== undefined) {
    return (
      <Dialog title="Recover" onClose={onClose}>
        <RecoveryProgress id={start.data._id} onClose={onClose} />
      </Dialog>
    );
  }
  return (
    <Dialog title="Recover what did not arrive" onClose={onClose}>
      <div className={classes.form}>
        <Select
          label="Endpoint"
          data={endpoints.map(({ _id, url }) => ({ value: _id, label: url }))}
          value={chosen}
          allowDeselect={false}
          onChange={(id) => change(() => choose(id ?? ''))}
        />
        <div className={classes.row}>
          <InstantField
            label="Since"
            isRequired
            value={since}
            onChange={(text) => change(() => setSince(text))}
          />
          {agos.map(({ ago, label }) => (
            <Button
              key={label}
              variant="subtle"
              onClick={() => change(() => setSince(textOf(Date.now() - ago)))}
            >
              {label}
            </Button>
          ))}
        </div>
        <p className={classes.note}>
          Messages that failed or were cancelled since then are sent again with the same ids.
          Messages the endpoint missed while it was disabled are sent for the first time.
          {isDisabled && ' The endpoint is disabled: enable it first.'}
        </p>
        {counted !== undefined && (
          <p className={classes.verdict} role="status">
            <b>{format.number(counted.count)}</b>{' '}
            {counted.count === 1 ? 'message did not arrive' : 'messages did not arrive'}
            {counted.older > 0 &&
              `, and ${format.number(counted.older)} from before the webhook was registered`}
            .
          </p>
        )}
        {counted !== undefined && counted.older > 0 && (
          <label className={classes.option}>
            <Checkbox
              checked={includeOlder}
              onChange={(event) => setIncludeOlder(event.target.checked)}
            />
            Also send those from before it was registered
          </label>
        )}
        {error !== null && (
          <p className={classes.verdict} role="alert">
            {messageOf(error)}
          </p>
        )}
      </div>
      <FormFoot>
        {count === 0 ? (
          <Button
            variant="filled"
            aria-disabled={counting.isPending || at === null}
            onClick={() => {
              if (!counting.isPending && at !== null) counting.mutate(scope);
            }}
          >
            Count messages
          </Button>
        ) : (
          <Button
            variant="filled"
            aria-disabled={start.isPending || isDisabled}
            onClick={() => {
              if (!start.isPending && !isDisabled) start.mutate({ ...scope, includeOlder });
            }}
          >
            Resend {format.number(count)}
          </Button>
        )}
        <Button variant="subtle" onClick={onClose}>
          Cancel
        </Button>
      </FormFoot>
    </Dialog>
  );
}

/** As the field has it, in the chosen time zone. */
function textOf(at: number): string {
  return typedInstant(at, offsetAt(at, chosenTimeZone())).slice(0, 16);
}

const stateLabels: Record<Recovery['state'], string> = {
  running: 'Sending',
  finished: 'Finished',
  cancelled: 'Cancelled',
};

interface RecoveryProgressProps {
  readonly id: string;
  readonly onClose: () => void;
}

/** The progress of a recovery; it goes on when the dialog is closed. */
function RecoveryProgress({ id, onClose }: RecoveryProgressProps) {
  const format = useFormat();
  const query = useQuery(recoveryQuery(id));
  const cancelling = useMutation(cancelRecovery);
  return (
    <>
      <Query query={query} what="The recovery" loading={null}>
        {({ state, count, delivered, failed, pending }) => (
          <div className={classes.form}>
            <Progress
              aria-label="Recovery"
              size={4}
              value={(100 * (delivered + failed)) / Math.max(1, count)}
            />
            <p className={classes.note} role="status">
              {stateLabels[state]}: {format.number(delivered)} of {format.number(count)} delivered,{' '}
              {format.number(failed)} failed, {format.number(pending)} waiting.
            </p>
          </div>
        )}
      </Query>
      <FormFoot>
        <Button variant="filled" onClick={onClose}>
          Done
        </Button>
        {query.data?.state === 'running' && (
          <Button
            variant="subtle"
            aria-disabled={cancelling.isPending}
            onClick={() => {
              if (!cancelling.isPending) cancelling.mutate(id);
            }}
          >
            Cancel the recovery
          </Button>
        )}
      </FormFoot>
    </>
  );
}
