import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { formatCount } from '../shared/format/number.ts';
import { Button } from '../shared/ui/Button.tsx';
import { EmptyPane } from '../shared/ui/EmptyPane.tsx';
import { PageHead } from '../shared/ui/PageHead.tsx';
import { Query } from '../shared/ui/Query.tsx';
import { Strip, StripFigure } from '../shared/ui/Strip.tsx';
import { type SearchParam, useSearchParam } from '../shared/url/searchParam.ts';
import { EndpointList, EndpointsSkeleton } from './EndpointList.tsx';
import { endpointsOf } from './endpoints.ts';
import { webhooksQuery } from './queries.ts';
import classes from './WebhooksPage.module.css';

const AddWebhook = lazy(async () => ({ default: (await import('./AddWebhook.tsx')).AddWebhook }));

/** `?add=` opens the form, with the URL to begin with, which may be none; null: the form is closed. */
const addParam: SearchParam<string | null> = {
  name: 'add',
  read: (text) => text,
  write: (url) => url,
};

/** Where the service sends what happens, and of which types. */
export function WebhooksPage() {
  const query = useQuery(webhooksQuery);
  const [adding, setAdding] = useSearchParam(addParam);
  const endpoints = query.data === undefined ? undefined : endpointsOf(query.data);
  return (
    <>
      <PageHead
        title="Webhooks"
        actions={
          <Button
            variant="filled"
            icon={<IconPlus size={16} stroke={1.75} aria-hidden />}
            onClick={() => setAdding('')}
          >
            Add webhook
          </Button>
        }
      />
      <Strip label="Webhooks in figures">
        <StripFigure label="Endpoints">{formatCount(endpoints?.length)}</StripFigure>
        <StripFigure label="Webhooks">{formatCount(query.data?.length)}</StripFigure>
      </Strip>
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
        {(webhooks) => (
          <EndpointList endpoints={endpointsOf(webhooks)} onAddType={(url) => setAdding(url)} />
        )}
      </Query>
      <p className={classes.note}>
        Webhooks are registered here. This version does not send messages yet; what is registered
        now will be served by the one that does.
      </p>
      {adding !== null && (
        <Suspense fallback={null}>
          <AddWebhook suggested={adding} known={query.data ?? []} onClose={() => setAdding(null)} />
        </Suspense>
      )}
    </>
  );
}
