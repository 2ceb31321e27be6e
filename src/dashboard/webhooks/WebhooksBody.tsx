import type { UseQueryResult } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { lazy, Suspense, useEffect } from 'react';
import type { Endpoint } from '#contract/endpoint.ts';
import { useKeys } from '../design/keys.ts';
import { Query } from '../design/Panel.tsx';
import { useSearchParam } from '../url/searchParam.ts';
import { DeliveriesPane } from './deliveries/DeliveriesPane.tsx';
import { EndpointBar } from './endpoints/EndpointBar.tsx';
import { EndpointList } from './endpoints/EndpointList.tsx';
import type { ListedEndpoint } from './endpoints.ts';
import classes from './WebhooksPage.module.css';
import { deliveryParam, endpointParam, openParam } from '../url/params.ts';

const DeliveryPane = lazy(async () => ({
  default: (await import('./delivery/DeliveryPane.tsx')).DeliveryPane,
}));

interface WebhooksBodyProps {
  readonly endpoints: readonly ListedEndpoint[];
  readonly query: UseQueryResult<Endpoint[]>;
  readonly onAddType: (url: string) => void;
}

const keyWords = { Escape: 'Close the delivery' };

/** The endpoints, the deliveries below, and the opened delivery beside both. */
export function WebhooksBody({ endpoints, query, onAddType }: WebhooksBodyProps) {
  const [selected] = useSearchParam(endpointParam);
  const [opened, setOpened] = useSearchParam(deliveryParam);
  const [, setOpen] = useSearchParam(openParam);
  const close = () => setOpened('');
  useKeys({ Escape: () => (opened === '' ? false : close()) }, keyWords);
  useFocusAfter(opened);
  const endpoint = endpoints.find(({ details }) => details !== null && details._id === selected);
  // One that was removed is not looked for any more.
  const isGone = query.data !== undefined && endpoint === undefined;
  const isOpened = opened !== '';
  return (
    <div className={clsx(isOpened && classes.split)}>
      <div className={classes.list}>
        <EndpointList {...{ endpoints, selected, onAddType }} />
        <Query query={query} what="The health of the endpoints" loading={null}>
          {() =>
            endpoint !== undefined &&
            endpoint.details !== null && (
              <EndpointBar key={selected} endpoint={endpoint.details} types={endpoint.types} />
            )
          }
        </Query>
        <DeliveriesPane endpoint={isGone ? '' : selected} />
      </div>
      {isOpened && (
        <div className={classes.side}>
          <Suspense fallback={null}>
            <DeliveryPane
              key={opened}
              id={opened}
              onClose={close}
              onReceiverCode={() => setOpen('code')}
            />
          </Suspense>
        </div>
      )}
    </div>
  );
}

/** Where a delivery was closed with a button of its own, the focus returns to its row. */
function useFocusAfter(opened: string): void {
  useEffect(() => {
    if (opened === '') return undefined;
    return () => {
      if (document.activeElement !== document.body) return;
      document.querySelector<HTMLElement>(`[href*="delivery=${CSS.escape(opened)}"]`)?.focus();
    };
  }, [opened]);
}
