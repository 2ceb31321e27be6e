import { Anchor, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import type { DeliveryWithAttempts } from '#contract/delivery.ts';
import { messageOf } from '../../api/errors.ts';
import { Ago, useNow } from '../../design/Ago.tsx';
import { useFormat } from '../../preferences/format.ts';
import { useParamLink } from '../../url/searchParam.ts';
import { deliveryQuery } from '../webhookQueries.ts';
import { responseLabel } from './deliveryLabels.ts';

/** Its link also closes the surrounding dialog. */
export function DeliveryOutcome({ id }: { readonly id: string }) {
  const { data, error } = useQuery(deliveryQuery(id));
  const link = useParamLink();
  const hasFailed = data?.history.at(-1)?.succeeded === false;
  return (
    <Text
      component="output"
      size="xs"
      c={hasFailed ? 'var(--danger)' : 'var(--ink-2)'}
      style={{ overflowWrap: 'anywhere' }}
    >
      {data === undefined ? (
        ((error && messageOf(error)) ?? 'Sending…')
      ) : (
        <>
          <Outcome delivery={data} />{' '}
          <Anchor component={Link} to={link({ add: null, delivery: id })} preventScrollReset>
            Open
          </Anchor>
        </>
      )}
    </Text>
  );
}

function Outcome({ delivery }: { readonly delivery: DeliveryWithAttempts }) {
  const format = useFormat();
  const { state, history, nextAt } = delivery;
  const last = history.at(-1);
  if (last === undefined) return 'Sending…';
  return (
    <>
      {state === 'delivered' ? 'Delivered: ' : 'Failed: '}
      {responseLabel(last)} in {format.milliseconds(last.timing.total)}.
      {last.fault !== null && ` ${last.fault}`}
      {nextAt !== null && (
        <>
          {' '}
          Next attempt <Due at={nextAt} />.
        </>
      )}
    </>
  );
}

interface DueProps {
  readonly at: string;
  readonly due?: string;
}

/** A due attempt may wait for a slot, or for the probe of a paused endpoint. */
export function Due({ at, due = 'due' }: DueProps) {
  return Date.parse(at) <= useNow() ? due : <Ago at={at} />;
}
