import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useOffer } from '../shared/api/capabilities.ts';
import { Button } from '../shared/ui/Button.tsx';
import { EmptyPane } from '../shared/ui/EmptyPane.tsx';
import { PageHead } from '../shared/ui/PageHead.tsx';
import { Query } from '../shared/ui/Query.tsx';
import { useSearchParam } from '../shared/url/searchParam.ts';
import { DisabledBanner } from './DisabledBanner.tsx';
import { EndpointsSkeleton } from './endpoints/EndpointList.tsx';
import { listedEndpoints } from './endpoints.ts';
import { endpointsQuery, summaryQuery, webhooksQuery } from './queries.ts';
import { WebhooksBody } from './WebhooksBody.tsx';
import { WebhooksDialogs } from './WebhooksDialogs.tsx';
import classes from './WebhooksPage.module.css';
import { addParam, deliveryParam, openParam } from './webhooksParams.ts';
import { WebhooksStrip } from './WebhooksStrip.tsx';

/** Where the service sends what happens, of which types, and what became of it. */
export function WebhooksPage() {
  const query = useQuery(webhooksQuery);
  const hasDeliveries = useOffer('webhooks') === true;
  // Where nothing is registered nothing is sent, and nothing need be asked.
  const enabled = hasDeliveries && (query.data?.length ?? 0) > 0;
  const worked = useQuery({ ...endpointsQuery, enabled });
  const summary = useQuery({ ...summaryQuery, enabled });
  const [, setAdding] = useSearchParam(addParam);
  const [, setOpen] = useSearchParam(openParam);
  const [delivery] = useSearchParam(deliveryParam);
  const endpoints =
    query.data === undefined ? undefined : listedEndpoints(query.data, worked.data ?? []);
  return (
    <div className={classes.page} data-opened={enabled && delivery !== ''}>
      <PageHead
        title="Webhooks"
        actions={
          <>
            {hasDeliveries && (
              <>
                <Button
                  variant="plain"
                  className={classes.tool}
                  aria-label="Verify a signature"
                  onClick={() => setOpen('verify')}
                >
                  <span>
                    Verify<span className={classes.long}> a signature</span>
                  </span>
                </Button>
                <Button
                  variant="plain"
                  className={classes.tool}
                  onClick={() => setOpen('inspector')}
                >
                  Inspector
                </Button>
              </>
            )}
            <Button
              variant="filled"
              icon={<IconPlus size={16} stroke={1.75} aria-hidden />}
              onClick={() => setAdding('')}
            >
              Add webhook
            </Button>
          </>
        }
      />
      <div className={classes.above}>
        <WebhooksStrip
          endpoints={endpoints?.length}
          webhooks={query.data?.length}
          summary={summary.data}
          hasDeliveries={enabled}
          onRecover={() => setOpen('recover')}
        />
        {endpoints
          ?.flatMap(({ worked: its }) => (its?.status === 'disabled' ? [its] : []))
          .map((its) => (
            <DisabledBanner key={its._id} endpoint={its} />
          ))}
      </div>
      <Query
        query={query}
        what="Webhooks"
        loading={<EndpointsSkeleton />}
        isEmpty={(webhooks) => webhooks.length === 0}
        empty={
          <EmptyPane title="No webhooks yet">
            A webhook is an address and a type: the service sends what happens of that type there,
            so that nobody has to ask.
          </EmptyPane>
        }
      >
        {() => (
          <WebhooksBody
            endpoints={endpoints ?? []}
            worked={worked}
            hasDeliveries={hasDeliveries}
            onAddType={setAdding}
          />
        )}
      </Query>
      <WebhooksDialogs
        known={query.data ?? []}
        worked={worked.data ?? []}
        hasDeliveries={hasDeliveries}
      />
    </div>
  );
}
