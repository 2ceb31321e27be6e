import type { UseQueryResult } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { lazy, Suspense } from 'react';
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
  readonly worked: UseQueryResult<Endpoint[]>;
  readonly onAddType: (url: string) => void;
}

const keyWords = { Escape: 'Close the delivery' };

/** The endpoints, below them the deliveries, and beside both the delivery that is opened. */
export function WebhooksBody({ endpoints, worked, onAddType }: WebhooksBodyProps) {
  const [selected] = useSearchParam(endpointParam);
  const [opened, setOpened] = useSearchParam(deliveryParam);
  const [, setOpen] = useSearchParam(openParam);
  const close = () => setOpened('');
  useKeys({ Escape: () => (opened === '' ? false : close()) }, keyWords);
  const endpoint = endpoints.find(({ worked: its }) => its !== null && its._id === selected);
  // One that was removed is not looked for any more.
  const isGone = worked.data !== undefined && endpoint === undefined;
  const isOpened = opened !== '';
  return (
    <div className={clsx(isOpened && classes.split)}>
      <div className={classes.list}>
        <EndpointList {...{ endpoints, selected, onAddType }} />
        <Query query={worked} what="The health of the endpoints" loading={null}>
          {() =>
            endpoint !== undefined &&
            endpoint.worked !== null && (
              <EndpointBar key={selected} endpoint={endpoint} worked={endpoint.worked} />
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
