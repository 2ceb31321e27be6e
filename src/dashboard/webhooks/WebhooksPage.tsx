import { Anchor, Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import type { Endpoint } from '#contract/endpoint.ts';
import { Ago } from '../design/Ago.tsx';
import { EmptyPane } from '../design/EmptyPane.tsx';
import { lazyComponent } from '../design/lazyComponent.tsx';
import { PageHead } from '../design/PageHead.tsx';
import { Query } from '../design/Panel.tsx';
import { Strip, StripFigure } from '../portfolio/Strip.tsx';
import { useFormat } from '../preferences/format.ts';
import {
  getEndpoints,
  getWebhooksSummary,
  recoverEndpoint,
  rotateEndpointSecret,
} from '#contract/operations/endpoints.ts';
import { getInspector, verifySignature } from '#contract/operations/inspector.ts';
import type { Callable } from '../api/service.ts';
import { getWebhooks } from '#contract/operations/webhooks.ts';
import { NotAllowed } from '../portfolio/NotAllowed.tsx';
import { useMayCall } from '../portfolio/session.ts';
import { forms } from '../url/forms.ts';
import { pageLinks } from '../url/pageLinks.ts';
import { addParam, deliveryParam, endpointParam, openParam } from '../url/params.ts';
import { useSearchParam } from '../url/searchParam.ts';
import { DisabledBanner, PausedBanner } from './Banners.tsx';
import { DeliveriesPane } from './deliveries/DeliveriesPane.tsx';
import { type ListedEndpoint, listedEndpoints } from './endpoints.ts';
import { EndpointBar } from './endpoints/EndpointBar.tsx';
import { EndpointList, EndpointsSkeleton } from './endpoints/EndpointList.tsx';
import { UnknownChoices } from './UnknownChoices.tsx';
import { useFocusAfter } from './useFocusAfter.ts';
import { endpointsQuery, summaryQuery, webhooksQuery } from './webhookQueries.ts';
import classes from './WebhooksPage.module.css';

const WebhooksDialogs = lazyComponent(
  async () => (await import('./WebhooksDialogs.tsx')).WebhooksDialogs,
);
const DeliveryPane = lazyComponent(
  async () => (await import('./delivery/DeliveryPane.tsx')).DeliveryPane,
);

const addButton = 'add-webhook';

const tools = {
  verify: { label: 'Verify a signature', operation: verifySignature },
  inspector: { label: 'Inspector', operation: getInspector },
  code: { label: 'Receiver code', operation: { role: 'anyone' } },
  rotate: { label: 'Rotate secret', operation: rotateEndpointSecret },
  recover: { label: 'Recover', operation: recoverEndpoint },
} as const satisfies Readonly<Record<string, { label: string; operation: Callable }>>;

export function WebhooksPage() {
  const query = useQuery(webhooksQuery);
  const enabled = (query.data?.length ?? 0) > 0;
  const [adding, setAdding] = useSearchParam(addParam);
  const [open, setOpen] = useSearchParam(openParam);
  const mayCall = useMayCall();
  const mayAdd = mayCall(forms.addWebhook);
  // Other services report only registered webhooks.
  const hasEndpoints = mayCall(getEndpoints);
  const endpoints = useQuery({ ...endpointsQuery, enabled: enabled && hasEndpoints });
  // A dialog in the address that this user may not open.
  const notAllowed =
    adding !== null && !mayAdd
      ? { label: forms.addWebhook.label, operation: forms.addWebhook }
      : open !== '' && !mayCall(tools[open].operation)
        ? tools[open]
        : null;
  const [selected] = useSearchParam(endpointParam);
  const isEndpointGone =
    selected !== '' && endpoints.data?.every(({ _id }) => _id !== selected) === true;
  const close = () => (adding === null ? setOpen('') : setAdding(null));
  const listed = query.data && listedEndpoints(query.data, endpoints.data ?? []);
  return (
    <div className={classes.page}>
      <PageHead
        title={pageLinks.webhooks.label}
        actions={
          <>
            {mayCall(verifySignature) && (
              <Button
                variant="subtle"
                className={classes.tool}
                aria-label="Verify a signature"
                onClick={() => setOpen('verify')}
              >
                <span>
                  Verify<span className={classes.long}> a signature</span>
                </span>
              </Button>
            )}
            {mayCall(getInspector) && (
              <Button
                variant="subtle"
                className={classes.tool}
                onClick={() => setOpen('inspector')}
              >
                Inspector
              </Button>
            )}
            {mayAdd && (
              <Button
                id={addButton}
                variant="filled"
                leftSection={<IconPlus size={16} stroke={1.75} aria-hidden />}
                onClick={() => setAdding('')}
              >
                {forms.addWebhook.label}
              </Button>
            )}
          </>
        }
      />
      <div className={classes.above}>
        {notAllowed !== null && (
          <NotAllowed what={notAllowed.label} operation={notAllowed.operation} onClose={close} />
        )}
        <UnknownChoices endpoint={isEndpointGone ? selected : null} />
        <WebhooksStrip endpoints={listed?.length} webhooks={query.data?.length} />
        {enabled && hasEndpoints && <PausedBanner />}
        {listed?.map(
          ({ details }) =>
            details?.status === 'disabled' && (
              <DisabledBanner key={details._id} endpoint={details} />
            ),
        )}
      </div>
      <Query
        query={query}
        what="Webhooks"
        path={getWebhooks.path}
        loading={<EndpointsSkeleton />}
        isEmpty={(webhooks) => webhooks.length === 0}
        empty={
          <EmptyPane title="No webhooks yet">
            A webhook sends every event of one type to a URL as it happens.
          </EmptyPane>
        }
      >
        {() =>
          hasEndpoints ? (
            <EndpointsAndDeliveries endpoints={listed ?? []} query={endpoints} />
          ) : (
            <EndpointList endpoints={listed ?? []} hasDetails={false} />
          )
        }
      </Query>
      {(adding !== null || open !== '') && notAllowed === null && (
        <WebhooksDialogs webhooks={query.data ?? []} endpoints={endpoints.data ?? []} />
      )}
    </div>
  );
}

interface EndpointsAndDeliveriesProps {
  readonly endpoints: readonly ListedEndpoint[];
  readonly query: UseQueryResult<Endpoint[]>;
}

function EndpointsAndDeliveries({ endpoints, query }: EndpointsAndDeliveriesProps) {
  const [selected] = useSearchParam(endpointParam);
  const [opened] = useSearchParam(deliveryParam);
  // Removing the last endpoint also removes the element with the focus.
  useFocusAfter(`#${addButton}`);
  const endpoint = endpoints.find(({ details }) => details?._id === selected)?.details;
  // A removed endpoint is not requested again.
  const isGone = query.data !== undefined && endpoint == null;
  return (
    <div className={classes.body}>
      <div className={classes.list}>
        <EndpointList endpoints={endpoints} hasDetails />
        <Query query={query} what="Endpoint health" loading={null}>
          {() => endpoint != null && <EndpointBar key={selected} endpoint={endpoint} />}
        </Query>
        <DeliveriesPane endpoint={isGone ? '' : selected} />
      </div>
      {opened !== '' && (
        <div className={classes.side}>
          <DeliveryPane key={opened} id={opened} />
        </div>
      )}
    </div>
  );
}

interface WebhooksStripProps {
  readonly endpoints: number | undefined;
  readonly webhooks: number | undefined;
}

function WebhooksStrip({ endpoints, webhooks }: WebhooksStripProps) {
  const format = useFormat();
  const [, setOpen] = useSearchParam(openParam);
  const mayCall = useMayCall();
  const mayRecover = mayCall(recoverEndpoint);
  const hasWebhooks = webhooks !== undefined && webhooks > 0 && mayCall(getWebhooksSummary);
  const { data: summary } = useQuery({ ...summaryQuery, enabled: hasWebhooks });
  const { failed = 0, cancelled = 0 } = summary ?? {};
  return (
    <Strip label="Webhook figures">
      <StripFigure label="Endpoints">{format.number(endpoints)}</StripFigure>
      <StripFigure label="Webhooks">{format.number(webhooks)}</StripFigure>
      {hasWebhooks && (
        <>
          <StripFigure label="Deliveries, 24 h">{format.number(summary?.deliveries)}</StripFigure>
          <StripFigure label="Delivered on first attempt">
            {format.market.percent(summary?.atFirstAttempt)}
          </StripFigure>
          <StripFigure label="Waiting">
            {format.number(summary?.waiting)}{' '}
            {typeof summary?.oldestWaitingAt === 'string' && (
              <small>
                oldest <Ago at={summary.oldestWaitingAt} />
              </small>
            )}
          </StripFigure>
          <StripFigure label="Failing">{format.number(summary?.failing)}</StripFigure>
          <StripFigure label="Given up, 24 h">
            {format.number(summary?.failed)}{' '}
            {failed + cancelled > 0 && (
              <small>
                {cancelled > 0 && `${format.number(cancelled)} canceled `}
                {mayRecover && (
                  <Anchor component="button" type="button" onClick={() => setOpen('recover')}>
                    recover since…
                  </Anchor>
                )}
              </small>
            )}
          </StripFigure>
        </>
      )}
    </Strip>
  );
}
