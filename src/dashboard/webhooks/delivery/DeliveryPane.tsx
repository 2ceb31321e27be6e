import { ActionIcon, Skeleton, Stack } from '@mantine/core';
import { IconChevronLeft, IconSend, IconX } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { useState } from 'react';
import type { DeliveryWithAttempts } from '#contract/delivery.ts';
import { shellWord } from '#contract/shell.ts';
import { Ago, useNow } from '../../design/Ago.tsx';
import { CopyButton } from '../../design/CopyButton.tsx';
import { Query } from '../../design/Panel.tsx';
import { useFormat } from '../../preferences/format.ts';
import { answerLabel, markOf } from '../deliveries/deliveryLabels.ts';
import { MutationButton } from '../MutationButton.tsx';
import { StatusMark } from '../StatusMark.tsx';
import { redeliverMutation } from '../webhookMutations.ts';
import { deliveryQuery } from '../webhookQueries.ts';
import { AttemptAnswer, AttemptRequest, AttemptTimes } from './AttemptParts.tsx';
import classes from './DeliveryPane.module.css';

interface DeliveryPaneProps {
  readonly id: string;
  readonly onClose: () => void;
  readonly onReceiverCode: () => void;
}

/** One delivery beside the list: its attempts, and of one of them the request and the answer. */
export function DeliveryPane({ id, onClose, onReceiverCode }: DeliveryPaneProps) {
  const query = useQuery(deliveryQuery(id));
  const redelivery = useMutation(redeliverMutation);
  return (
    <section className={classes.pane} aria-label="Delivery">
      <header className={classes.head}>
        <button type="button" className={classes.back} onClick={onClose}>
          <IconChevronLeft size={20} stroke={1.75} aria-hidden />
          Deliveries
        </button>
        <h2>{query.data?.type ?? 'Delivery'}</h2>
        <span className={classes.message} title={query.data?.message}>
          {query.data?.message}
        </span>
        {query.data !== undefined && (
          <>
            <MutationButton
              variant="default"
              leftSection={<IconSend size={14} stroke={1.75} aria-hidden />}
              mutation={redelivery}
              variables={id}
            >
              Redeliver
            </MutationButton>
            <CopyButton text={curlOf(query.data)} what="curl command" />
          </>
        )}
        <ActionIcon
          className={classes.close}
          aria-label="Close the delivery"
          title="Close the delivery"
          onClick={onClose}
        >
          <IconX size={15} stroke={1.75} aria-hidden />
        </ActionIcon>
      </header>
      <Query query={query} what="The delivery" loading={<PaneSkeleton />}>
        {(delivery) => <Opened delivery={delivery} onReceiverCode={onReceiverCode} />}
      </Query>
    </section>
  );
}

interface OpenedProps {
  readonly delivery: DeliveryWithAttempts;
  readonly onReceiverCode: () => void;
}

function Opened({ delivery, onReceiverCode }: OpenedProps) {
  // Null: the last one, whichever that is by then.
  const [chosen, choose] = useState<number | null>(null);
  const shown = delivery.history.find(({ number }) => number === chosen) ?? delivery.history.at(-1);
  return (
    <>
      <AttemptList delivery={delivery} shown={shown?.number ?? null} onShow={choose} />
      {shown !== undefined && (
        <>
          <AttemptTimes attempt={shown} />
          <AttemptAnswer attempt={shown} />
        </>
      )}
      <AttemptRequest
        headers={shown?.request ?? {}}
        body={delivery.body}
        onReceiverCode={onReceiverCode}
      />
    </>
  );
}

interface AttemptListProps {
  readonly delivery: DeliveryWithAttempts;
  readonly shown: number | null;
  readonly onShow: (number: number) => void;
}

/** The attempts, and the next one or why there is none. */
function AttemptList({ delivery, shown, onShow }: AttemptListProps) {
  const format = useFormat();
  const { history, attempts, nextAt, isSending, state } = delivery;
  const isEnded = state === 'failed' || state === 'cancelled';
  return (
    <ol className={classes.attempts} aria-label="Attempts">
      {history.map((attempt) => (
        <li key={attempt.number} className={clsx(attempt.number === shown && classes.shown)}>
          <button
            type="button"
            aria-pressed={attempt.number === shown}
            onClick={() => onShow(attempt.number)}
          >
            <span>{attempt.number}</span>
            <StatusMark
              mark={attempt.succeeded ? 'ok' : 'failed'}
              label={attempt.succeeded ? 'Delivered' : 'Failed'}
            />
            <b>{answerLabel(attempt)}</b>
            <span title={format.dayTime(attempt.at)}>{format.clockSeconds(attempt.at)}</span>
            <span>{format.seconds(attempt.timing.total)}</span>
          </button>
        </li>
      ))}
      {state === 'pending' && (
        <li className={classes.next}>
          <span>{attempts + 1}</span>
          <StatusMark mark="waiting" label="Waiting" />
          <span>{isSending ? 'Sending…' : 'Next attempt'}</span>
          {nextAt !== null && !isSending && <NextTime at={nextAt} />}
        </li>
      )}
      {isEnded && (
        <li className={classes.next}>
          <span />
          <StatusMark mark={markOf(delivery)[0]} label="End" />
          <span className={classes.end}>
            {state === 'failed'
              ? 'Failed, no more attempts. You can redeliver it.'
              : 'Cancelled: its webhook was removed, or its endpoint disabled.'}
          </span>
        </li>
      )}
    </ol>
  );
}

/** When the next attempt is: a time that has passed says nothing. */
function NextTime({ at }: { readonly at: string }) {
  const format = useFormat();
  const isAhead = Date.parse(at) > useNow();
  return (
    <>
      <span>{isAhead && format.clockSeconds(at)}</span>
      <span>{isAhead ? <Ago at={at} /> : 'due'}</span>
    </>
  );
}

/** The command that sends the same message to the same address, from any shell. */
export function curlOf({ url, body, history }: DeliveryWithAttempts): string {
  const headers = Object.entries(history.at(-1)?.request ?? { 'content-type': 'application/json' });
  const lines = headers.map(([name, value]) => `-H ${shellWord(`${name}: ${value}`)}`);
  return [`curl -X POST ${shellWord(url)}`, ...lines, `--data-raw ${shellWord(body)}`].join(
    ' \\\n  ',
  );
}

function PaneSkeleton() {
  return (
    <Stack px="var(--gutter)" py="md">
      {[180, 220, 140].map((width) => (
        <Skeleton key={width} width={width} />
      ))}
    </Stack>
  );
}
