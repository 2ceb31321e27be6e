import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { Endpoint } from '#contract/endpoint.ts';
import { messageOf } from '../../shared/api/errors.ts';
import { formatCount } from '../../shared/format/number.ts';
import { Button } from '../../shared/ui/Button.tsx';
import { Dialog } from '../../shared/ui/Dialog.tsx';
import { Field } from '../../shared/ui/Field.tsx';
import { FormFoot } from '../../shared/ui/FormFoot.tsx';
import { countRecovery, startRecovery } from '../mutations.ts';
import { spans } from '../webhooksParams.ts';
import checkbox from '../../shared/ui/Checkbox.module.css';
import { EndpointSelect } from './EndpointSelect.tsx';
import { RecoveryProgress } from './RecoveryProgress.tsx';
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
  const [chosen, choose] = useState(
    endpoints.find(({ _id }) => _id === selected)?._id ?? endpoints[0]?._id ?? '',
  );
  const [since, setSince] = useState(() => textOf(Date.now() - spans.day));
  const counting = useMutation(countRecovery);
  const start = useMutation(startRecovery);
  const at = Date.parse(`${since.trim().replace(' ', 'T')}Z`);
  const isDisabled = endpoints.find(({ _id }) => _id === chosen)?.status === 'disabled';
  const [includeOlder, setIncludeOlder] = useState(false);
  const counted = counting.data;
  const count = (counted?.count ?? 0) + (includeOlder ? (counted?.older ?? 0) : 0);
  const scope = { id: chosen, since: Number.isNaN(at) ? '' : new Date(at).toISOString() };
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
        <EndpointSelect
          label="Endpoint"
          endpoints={endpoints}
          chosen={chosen}
          onChoose={(id) => change(() => choose(id))}
        />
        <div className={classes.row}>
          <Field
            label="Since (UTC)"
            value={since}
            onChange={(text) => change(() => setSince(text))}
            error={Number.isNaN(at) ? 'A time such as 2026-06-17 14:00.' : null}
          />
          {agos.map(({ ago, label }) => (
            <Button
              key={label}
              variant="plain"
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
            <b>{formatCount(counted.count)}</b>{' '}
            {counted.count === 1 ? 'message did not arrive' : 'messages did not arrive'}
            {counted.older > 0 &&
              `, and ${formatCount(counted.older)} from before the webhook was registered`}
            .
          </p>
        )}
        {counted !== undefined && counted.older > 0 && (
          <label className={classes.option}>
            <input
              type="checkbox"
              className={checkbox.box}
              checked={includeOlder}
              onChange={(event) => setIncludeOlder(event.target.checked)}
            />
            Send those from before it was registered, too
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
            aria-disabled={counting.isPending || Number.isNaN(at)}
            onClick={() => {
              if (!counting.isPending && !Number.isNaN(at)) counting.mutate(scope);
            }}
          >
            Count them
          </Button>
        ) : (
          <Button
            variant="filled"
            aria-disabled={start.isPending || isDisabled}
            onClick={() => {
              if (!start.isPending && !isDisabled) start.mutate({ ...scope, includeOlder });
            }}
          >
            Send {formatCount(count)}
          </Button>
        )}
        <Button variant="plain" onClick={onClose}>
          Cancel
        </Button>
      </FormFoot>
    </Dialog>
  );
}

/** `2026-06-17 14:00`, as the field has it. */
function textOf(at: number): string {
  return new Date(at).toISOString().slice(0, 16).replace('T', ' ');
}
