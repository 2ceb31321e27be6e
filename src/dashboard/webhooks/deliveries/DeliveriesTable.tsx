import { clsx } from 'clsx';
import { useRef } from 'react';
import type { Delivery } from '#contract/delivery.ts';
import { useKeys } from '../../shared/keys.ts';
import { scrollIntoSight } from './scrollIntoSight.ts';
import { useRowFocus } from '../../shared/ui/rowFocus.ts';
import { Loading, Skeleton } from '../../shared/ui/Skeleton.tsx';
import table from '../../shared/ui/Table.module.css';
import { useSearchParam } from '../../shared/url/searchParam.ts';
import { deliveryParam } from '../webhooksParams.ts';
import classes from './DeliveriesTable.module.css';
import { DeliveryRow } from './DeliveryRow.tsx';

interface DeliveriesTableProps {
  readonly deliveries: readonly Delivery[];
  /** Whether they are all of one endpoint: then their numbers stand where its host would. */
  readonly isOfOneEndpoint: boolean;
}

const keyWords = { 'j, k': 'Next row, row before', Enter: 'Open the delivery' };
const noKeys = {};

/** Deliveries in rows; each opens beside the list. */
export function DeliveriesTable({ deliveries, isOfOneEndpoint }: DeliveriesTableProps) {
  const body = useRef<HTMLTableSectionElement>(null);
  const [opened] = useSearchParam(deliveryParam);
  useRowFocus({
    body,
    count: deliveries.length,
    first: 0,
    scrollTo: (index) => scrollIntoSight(body.current, index),
  });
  useKeys(noKeys, keyWords);
  return (
    <table className={clsx(table.table, table.inPane, classes.table)} aria-label="Deliveries">
      <thead>
        <tr>
          <th scope="col" className={classes.type}>
            Type
          </th>
          <th scope="col" className={classes.message}>
            Message
          </th>
          {isOfOneEndpoint ? (
            <th scope="col" className={clsx(table.num, classes.number)}>
              Seq
            </th>
          ) : (
            <th scope="col" className={classes.host}>
              Endpoint
            </th>
          )}
          <th scope="col" className={clsx(table.num, classes.attempts)}>
            Attempts
          </th>
          <th scope="col" className={clsx(table.num, classes.answer)}>
            Answer
          </th>
          <th scope="col" className={clsx(table.num, classes.when)}>
            When
          </th>
        </tr>
      </thead>
      <tbody ref={body}>
        {deliveries.map((delivery, index) => (
          <DeliveryRow
            key={delivery._id}
            delivery={delivery}
            index={index}
            isOpened={delivery._id === opened}
            isOfOneEndpoint={isOfOneEndpoint}
          />
        ))}
      </tbody>
    </table>
  );
}

/** Stands where the deliveries will stand. */
export function DeliveriesSkeleton() {
  return (
    <div className={classes.skeleton}>
      <Loading what="the deliveries" />
      {[150, 190, 150, 170].map((width, row) => (
        <p key={row}>
          <Skeleton width={width} />
        </p>
      ))}
    </div>
  );
}
