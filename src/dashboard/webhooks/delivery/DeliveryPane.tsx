import { ActionIcon, Skeleton, Stack, Text } from '@mantine/core';
import { IconChevronLeft, IconSend, IconX } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { DeliveryWithAttempts } from '#contract/delivery.ts';
import { shellWord } from '#contract/shell.ts';
import { useNow } from '../../design/Ago.tsx';
import { CopyButton } from '../../design/CopyButton.tsx';
import { Query } from '../../design/Panel.tsx';
import { useKeys } from '../../design/keys.ts';
import { useFormat } from '../../preferences/format.ts';
import { usePrivacy } from '../../preferences/preferences.ts';
import { deliveryParam } from '../../url/params.ts';
import { useSearchParam } from '../../url/searchParam.ts';
import { responseLabel, markOf } from '../deliveries/deliveryLabels.ts';
import { Due } from '../deliveries/DeliveryOutcome.tsx';
import { MutationButton } from '../MutationButton.tsx';
import { StatusMark } from '../StatusMark.tsx';
import { useFocusAfter } from '../useFocusAfter.ts';
import { redeliverMutation } from '../webhookMutations.ts';
import { deliveryQuery } from '../webhookQueries.ts';
import { AttemptResponse, AttemptRequest, AttemptTimes } from './AttemptParts.tsx';
import classes from './DeliveryPane.module.css';
import { redeliverDelivery } from '#contract/operations/endpoints.ts';
import { useMay } from '../../portfolio/session.ts';

const keyLabels = { Escape: 'Close the delivery' };

export function DeliveryPane({ id }: { readonly id: string }) {
  const query = useQuery(deliveryQuery(id));
  const message = query.data?.message;
  const redelivery = useMutation(redeliverMutation);
  const privacy = usePrivacy();
  const mayRedeliver = useMay(redeliverDelivery);
  const [, setOpened] = useSearchParam(deliveryParam);
  const close = () => setOpened('');
  useKeys({ Escape: close }, keyLabels);
  // Its Close button returns the focus to the row.
  useFocusAfter(`[href*="delivery=${CSS.escape(id)}"]`);
  return (
    <section className={classes.pane} aria-label="Delivery">
      <header className={classes.head}>
        <button type="button" className={classes.back} onClick={close}>
          <IconChevronLeft size={20} stroke={1.75} aria-hidden />
          Deliveries
        </button>
        <h2>{query.data?.type ?? 'Delivery'}</h2>
        <Text span fz={11} ff="monospace" c="dimmed" flex="1 1 140px" truncate title={message}>
          {message}
        </Text>
        {query.data !== undefined && (
          <>
            {mayRedeliver && (
              <MutationButton
                variant="default"
                leftSection={<IconSend size={14} stroke={1.75} aria-hidden />}
                mutation={redelivery}
                variables={id}
              >
                Redeliver
              </MutationButton>
            )}
            {/* The command contains the body, and a notice shows it if the browser refuses to copy. */}
            {privacy === 'off' && <CopyButton text={curlOf(query.data)} what="curl command" />}
          </>
        )}
        <ActionIcon
          className={classes.close}
          aria-label="Close the delivery"
          title="Close the delivery"
          onClick={close}
        >
          <IconX size={15} stroke={1.75} aria-hidden />
        </ActionIcon>
      </header>
      <Query query={query} what="The delivery" loading={<PaneSkeleton />}>
        {(delivery) => <DeliveryDetails delivery={delivery} />}
      </Query>
    </section>
  );
}

function DeliveryDetails({ delivery }: { readonly delivery: DeliveryWithAttempts }) {
  // null: always the latest attempt.
  const [chosen, choose] = useState<number | null>(null);
  const shown = delivery.history.find(({ number }) => number === chosen) ?? delivery.history.at(-1);
  return (
    <>
      <AttemptList delivery={delivery} shown={shown?.number ?? null} onShow={choose} />
      {shown !== undefined && (
        <>
          <AttemptTimes attempt={shown} />
          <AttemptResponse attempt={shown} />
        </>
      )}
      <AttemptRequest headers={shown?.request ?? {}} body={delivery.body} />
    </>
  );
}

interface AttemptListProps {
  readonly delivery: DeliveryWithAttempts;
  readonly shown: number | null;
  readonly onShow: (number: number) => void;
}

const nextLabels = {
  pending: 'Next attempt',
  failed: 'Given up: no more attempts. It can be redelivered.',
  cancelled: 'Canceled: its webhook was removed, or its endpoint disabled.',
};

function AttemptList({ delivery, shown, onShow }: AttemptListProps) {
  const format = useFormat();
  const { history, attempts, nextAt, isSending, state } = delivery;
  const isPending = state === 'pending';
  const now = useNow();
  return (
    <ol className={classes.attempts} aria-label="Attempts">
      {history.map((attempt) => (
        <li key={attempt.number}>
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
            <b>{responseLabel(attempt)}</b>
            <span title={format.dayTime(attempt.at)}>{format.clockSeconds(attempt.at)}</span>
            <span>{format.seconds(attempt.timing.total)}</span>
          </button>
        </li>
      ))}
      {state !== 'delivered' && (
        <li className={classes.next}>
          <span>{isPending && attempts + 1}</span>
          <StatusMark
            mark={isPending ? 'waiting' : markOf(delivery.state)[0]}
            label={isPending ? 'Waiting' : 'Result'}
          />
          <span>{isSending ? 'Sending…' : nextLabels[state]}</span>
          {nextAt !== null && !isSending && (
            <>
              {/* Hides a time that has passed. */}
              <span>{Date.parse(nextAt) > now && format.clockSeconds(nextAt)}</span>
              <span>
                <Due at={nextAt} />
              </span>
            </>
          )}
        </li>
      )}
    </ol>
  );
}

/** Returns a shell command that sends the same message to the same URL. */
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
