import { Anchor, Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import type { Endpoint, WebhooksSummary } from '#contract/endpoint.ts';
import { Ago } from '../design/Ago.tsx';
import { EmptyPane } from '../design/EmptyPane.tsx';
import { NoteLine } from '../design/NoteLine.tsx';
import { PageHead } from '../design/PageHead.tsx';
import { Query } from '../design/Panel.tsx';
import { Strip, StripFigure } from '../portfolio/Strip.tsx';
import { useFormat } from '../preferences/format.ts';
import { forms } from '../url/forms.ts';
import { addParam, deliveryParam, openParam } from '../url/params.ts';
import { useSearchParam } from '../url/searchParam.ts';
import { listedEndpoints, shortUrl } from './endpoints.ts';
import { EndpointsSkeleton } from './endpoints/EndpointList.tsx';
import { enableMutation } from './webhookMutations.ts';
import { endpointsQuery, summaryQuery, webhooksQuery } from './webhookQueries.ts';
import { WebhooksBody } from './WebhooksBody.tsx';
import classes from './WebhooksPage.module.css';

const WebhooksDialogs = lazy(async () => ({
  default: (await import('./WebhooksDialogs.tsx')).WebhooksDialogs,
}));

/** Where the service sends events, of which types, and what became of each. */
export function WebhooksPage() {
  const query = useQuery(webhooksQuery);
  // Where nothing is registered there are no endpoints and no deliveries to read.
  const enabled = (query.data?.length ?? 0) > 0;
  const endpoints = useQuery({ ...endpointsQuery, enabled });
  const summary = useQuery({ ...summaryQuery, enabled });
  const [adding, setAdding] = useSearchParam(addParam);
  const [open, setOpen] = useSearchParam(openParam);
  const [delivery] = useSearchParam(deliveryParam);
  const listed =
    query.data === undefined ? undefined : listedEndpoints(query.data, endpoints.data ?? []);
  return (
    <div className={classes.page} data-opened={enabled && delivery !== ''}>
      <PageHead
        title="Webhooks"
        actions={
          <>
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
            <Button variant="subtle" className={classes.tool} onClick={() => setOpen('inspector')}>
              Inspector
            </Button>
            <Button
              variant="filled"
              leftSection={<IconPlus size={16} stroke={1.75} aria-hidden />}
              onClick={() => setAdding('')}
            >
              {forms.addWebhook.label}
            </Button>
          </>
        }
      />
      <div className={classes.above}>
        <WebhooksStrip
          endpoints={listed?.length}
          webhooks={query.data?.length}
          summary={summary.data}
          onRecover={() => setOpen('recover')}
        />
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
        loading={<EndpointsSkeleton />}
        isEmpty={(webhooks) => webhooks.length === 0}
        empty={
          <EmptyPane title="No webhooks yet">
            A webhook is a URL and a type of event. The service sends each event of that type there,
            instead of waiting to be polled.
          </EmptyPane>
        }
      >
        {() => <WebhooksBody endpoints={listed ?? []} query={endpoints} onAddType={setAdding} />}
      </Query>
      {(adding !== null || open !== '') && (
        <Suspense fallback={null}>
          <WebhooksDialogs webhooks={query.data ?? []} endpoints={endpoints.data ?? []} />
        </Suspense>
      )}
    </div>
  );
}

interface WebhooksStripProps {
  readonly endpoints: number | undefined;
  readonly webhooks: number | undefined;
  /** Undefined while it loads. */
  readonly summary: WebhooksSummary | undefined;
  readonly onRecover: () => void;
}

/** Figures of the webhooks, and of the deliveries of the past day. */
function WebhooksStrip({ endpoints, webhooks, summary, onRecover }: WebhooksStripProps) {
  const format = useFormat();
  const { failed = 0, cancelled = 0 } = summary ?? {};
  return (
    <Strip label="Webhooks in figures">
      <StripFigure label="Endpoints">{format.number(endpoints)}</StripFigure>
      <StripFigure label="Webhooks">{format.number(webhooks)}</StripFigure>
      {webhooks !== undefined && webhooks > 0 && (
        <>
          <StripFigure label="Deliveries, 24 h">{format.number(summary?.deliveries)}</StripFigure>
          <StripFigure label="Delivered at first attempt">
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
          <StripFigure label="Failed, 24 h">
            {format.number(summary?.failed)}{' '}
            {failed + cancelled > 0 && (
              <small>
                {cancelled > 0 && `${format.number(cancelled)} cancelled `}
                <Anchor component="button" type="button" onClick={onRecover}>
                  recover since…
                </Anchor>
              </small>
            )}
          </StripFigure>
        </>
      )}
    </Strip>
  );
}

/** Says that an endpoint is disabled, since when and why, and enables it. */
function DisabledBanner({ endpoint }: { readonly endpoint: Endpoint }) {
  const format = useFormat();
  const enabling = useMutation(enableMutation);
  return (
    <NoteLine
      tone="danger"
      action={
        <button
          type="button"
          aria-disabled={enabling.isPending}
          onClick={() => {
            if (!enabling.isPending) enabling.mutate(endpoint);
          }}
        >
          Enable
        </button>
      }
    >
      {shortUrl(endpoint.url)} has been disabled since {format.dateTime(endpoint.disabledAt)}.{' '}
      {endpoint.disabledBecause} Nothing is sent there. You can recover what it misses once it is
      enabled.
    </NoteLine>
  );
}
