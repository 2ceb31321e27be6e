import { useMutation, useQuery } from '@tanstack/react-query';
import type { Recovery } from '#contract/endpoint.ts';
import { formatCount } from '../../shared/format/number.ts';
import { Button } from '../../shared/ui/Button.tsx';
import { FormFoot } from '../../shared/ui/FormFoot.tsx';
import { Query } from '../../shared/ui/Query.tsx';
import { Loading } from '../../shared/ui/Skeleton.tsx';
import { cancelRecovery } from '../mutations.ts';
import { recoveryQuery } from '../queries.ts';
import classes from './tools.module.css';

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
export function RecoveryProgress({ id, onClose }: RecoveryProgressProps) {
  const query = useQuery(recoveryQuery(id));
  const cancelling = useMutation(cancelRecovery);
  return (
    <>
      <Query query={query} what="The recovery" loading={<Loading what="the recovery" />}>
        {({ state, count, delivered, failed, pending }) => (
          <div className={classes.form}>
            <progress
              className={classes.progress}
              max={Math.max(1, count)}
              value={delivered + failed}
              aria-label="Recovery"
            />
            <p className={classes.note} role="status">
              {stateLabels[state]}: {formatCount(delivered)} of {formatCount(count)} delivered,{' '}
              {formatCount(failed)} failed, {formatCount(pending)} waiting.
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
            variant="plain"
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
