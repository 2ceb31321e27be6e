import { ActionIcon, Button, Skeleton } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { IconChevronLeft, IconSend, IconX } from '@tabler/icons-react';
import { useState } from 'react';
import type { DeliveryWithAttempts } from '#contract/delivery.ts';
import { CopyButton } from '../../design/CopyButton.tsx';
import { Query } from '../../design/Panel.tsx';
import { redeliver } from '../mutations.ts';
import { deliveryQuery } from '../queries.ts';
import { AnswerBlock } from './AnswerBlock.tsx';
import { AttemptLadder } from './AttemptLadder.tsx';
import { curlOf } from './curl.ts';
import classes from './DeliveryPane.module.css';
import { RequestBlock } from './RequestBlock.tsx';
import { TimingBars } from './TimingBars.tsx';

interface DeliveryPaneProps {
  readonly id: string;
  readonly onClose: () => void;
  readonly onReceiverCode: () => void;
}

/** One delivery beside the list: its attempts, and of one of them what was sent and what came back. */
export function DeliveryPane({ id, onClose, onReceiverCode }: DeliveryPaneProps) {
  const query = useQuery(deliveryQuery(id));
  const again = useMutation(redeliver);
  return (
    <section className={classes.pane} aria-label="Delivery">
      <header className={classes.head}>
        <button type="button" className={classes.back} onClick={onClose}>
          <IconChevronLeft size={20} stroke={1.75} aria-hidden />
          Deliveries
        </button>
        <h2>{query.data?.type ?? 'Delivery'}</h2>
        <span className={classes.message}>{query.data?.message}</span>
        <span className={classes.grow} />
        {query.data !== undefined && (
          <>
            <Button
              leftSection={<IconSend size={14} stroke={1.75} aria-hidden />}
              aria-disabled={again.isPending}
              onClick={() => {
                if (!again.isPending) again.mutate(id);
              }}
            >
              Redeliver
            </Button>
            <CopyButton text={curlOf(query.data)} what="curl command" />
          </>
        )}
        <span className={classes.close}>
          <ActionIcon aria-label="Close the delivery" title="Close the delivery" onClick={onClose}>
            <IconX size={15} stroke={1.75} aria-hidden />
          </ActionIcon>
        </span>
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
      <AttemptLadder delivery={delivery} shown={shown?.number ?? null} onShow={choose} />
      {shown !== undefined && (
        <>
          <TimingBars attempt={shown} />
          <AnswerBlock attempt={shown} />
        </>
      )}
      <RequestBlock
        headers={shown?.request ?? {}}
        body={delivery.body}
        onReceiverCode={onReceiverCode}
      />
    </>
  );
}

function PaneSkeleton() {
  return (
    <div className={classes.skeleton}>
      {[180, 220, 140].map((width) => (
        <Skeleton key={width} width={width} />
      ))}
    </div>
  );
}
