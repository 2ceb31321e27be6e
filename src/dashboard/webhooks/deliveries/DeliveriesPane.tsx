import { useInfiniteQuery } from '@tanstack/react-query';
import { deliveryStates, type DeliveryState } from '#contract/delivery.ts';
import { eventTypes } from '#contract/webhook.ts';
import { formatCount } from '../../shared/format/number.ts';
import { Button } from '../../shared/ui/Button.tsx';
import { ChipSelect } from '../../shared/ui/ChipSelect.tsx';
import { Choice } from '../../shared/ui/Choice.tsx';
import { EmptyPane } from '../../shared/ui/EmptyPane.tsx';
import { Pane } from '../../shared/ui/Pane.tsx';
import { Query } from '../../shared/ui/Query.tsx';
import { useSearchParam, useSetParams } from '../../shared/url/searchParam.ts';
import { deliveriesQuery } from '../queries.ts';
import { type Span, spanParam, stateParam, typeParam } from '../webhooksParams.ts';
import classes from './DeliveriesPane.module.css';
import { DeliveriesSkeleton, DeliveriesTable } from './DeliveriesTable.tsx';

const stateWords: Record<DeliveryState, string> = {
  pending: 'Waiting',
  delivered: 'Delivered',
  failed: 'Given up',
  cancelled: 'Cancelled',
};
const states = [
  { value: '', label: 'All' },
  ...deliveryStates.map((state) => ({ value: state, label: stateWords[state] })),
] as const;
const types = [
  { value: '', label: 'All types' },
  ...eventTypes.map((type) => ({ value: type, label: type })),
];
const spanChoices: readonly { readonly value: Span; readonly label: string }[] = [
  { value: 'all', label: 'At any time' },
  { value: 'hour', label: 'Past hour' },
  { value: 'day', label: 'Past day' },
  { value: 'week', label: 'Past 7 days' },
];

/**
 * What was sent, is on its way, and did not arrive.
 * @param endpoint id of the only one to list them of; empty for all.
 */
export function DeliveriesPane({ endpoint }: { readonly endpoint: string }) {
  const [type, setType] = useSearchParam(typeParam);
  const [state, setState] = useSearchParam(stateParam);
  const [span, setSpan] = useSearchParam(spanParam);
  const setParams = useSetParams();
  const query = useInfiniteQuery(deliveriesQuery({ endpoint, type, state, span }));
  const count = query.data?.pages.reduce((sum, page) => sum + page.deliveries.length, 0);
  const isNarrowed = type !== '' || state !== '' || span !== 'all';
  return (
    <Pane title="Deliveries" sub="newest first">
      <div className={classes.tools}>
        <div className={classes.states}>
          <Choice
            label="State"
            size="small"
            choices={states}
            chosen={state}
            onChoose={(next) => setState(next)}
          />
        </div>
        <span className={classes.grow} />
        <ChipSelect label="Type" choices={types} chosen={type} onChoose={setType} />
        <ChipSelect label="Time" choices={spanChoices} chosen={span} onChoose={setSpan} />
      </div>
      <Query
        query={query}
        what="Deliveries"
        loading={<DeliveriesSkeleton />}
        isEmpty={({ pages }) => pages.every(({ deliveries }) => deliveries.length === 0)}
        empty={
          <EmptyPane
            title={isNarrowed ? 'No delivery is like that' : 'Nothing was sent yet'}
            actions={
              isNarrowed && (
                <Button onClick={() => setParams({ type: null, state: null, span: null })}>
                  Show all deliveries
                </Button>
              )
            }
          >
            {isNarrowed
              ? 'There are deliveries of other states, types or times.'
              : 'What happens from now on is sent. A test can be sent at once: select the endpoint.'}
          </EmptyPane>
        }
      >
        {({ pages }) => (
          <>
            <DeliveriesTable
              deliveries={pages.flatMap(({ deliveries }) => deliveries)}
              isOfOneEndpoint={endpoint !== ''}
            />
            <p className={classes.more}>
              <span>{formatCount(count)} shown</span>
              {query.hasNextPage && (
                <Button
                  variant="plain"
                  aria-disabled={query.isFetchingNextPage}
                  onClick={() => void query.fetchNextPage()}
                >
                  {query.isFetchingNextPage ? 'Reading…' : 'Older'}
                </Button>
              )}
            </p>
          </>
        )}
      </Query>
    </Pane>
  );
}
