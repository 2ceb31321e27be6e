import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { EmptyPane } from '../design/EmptyPane.tsx';
import { PageHead } from '../design/PageHead.tsx';
import { Query } from '../design/Panel.tsx';
import { useSearchParam } from '../url/searchParam.ts';
import { DisabledBanner } from './DisabledBanner.tsx';
import { EndpointsSkeleton } from './endpoints/EndpointList.tsx';
import { listedEndpoints } from './endpoints.ts';
import { endpointsQuery, summaryQuery, webhooksQuery } from './queries.ts';
import { WebhooksBody } from './WebhooksBody.tsx';
import { WebhooksDialogs } from './WebhooksDialogs.tsx';
import classes from './WebhooksPage.module.css';
import { addParam, deliveryParam, openParam } from '../url/params.ts';
import { WebhooksStrip } from './WebhooksStrip.tsx';

/** Where the service sends what happens, of which types, and what became of it. */
export function WebhooksPage() {
  const query = useQuery(webhooksQuery);
  // Where nothing is registered nothing is sent, and nothing need be asked.
  const enabled = (query.data?.length ?? 0) > 0;
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
        {() => <WebhooksBody endpoints={endpoints ?? []} worked={worked} onAddType={setAdding} />}
      </Query>
      <WebhooksDialogs known={query.data ?? []} worked={worked.data ?? []} />
    </div>
  );
}
