import { Box, Button, Group } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { eventTypes } from '#contract/events.ts';
import { timeSpanChoices } from '../../portfolio/timeSpans.ts';
import { useFormat } from '../../preferences/format.ts';
import { ChipSelect } from '../../design/ChipSelect.tsx';
import { EmptyPane } from '../../design/EmptyPane.tsx';
import { lazyComponent } from '../../design/lazyComponent.tsx';
import { OlderRows } from '../../design/OlderRows.tsx';
import { Panel, Query } from '../../design/Panel.tsx';
import { Segments } from '../../design/Segments.tsx';
import { useSearchParam, useSetParams } from '../../url/searchParam.ts';
import {
  type DeliverySpan,
  sinceParam,
  spanParam,
  stateParam,
  typeParam,
} from '../../url/params.ts';
import { deliveriesQuery } from '../webhookQueries.ts';
import { DeliveriesTable } from './DeliveriesTable.tsx';
import { stateLabels } from './deliveryLabels.ts';

const SinceField = lazyComponent(async () => (await import('./SinceField.tsx')).SinceField);

const states = { '': 'All', ...stateLabels };
const types = [
  { value: '', label: 'All types' },
  ...eventTypes.map((type) => ({ value: type, label: type })),
];
const spanChoices: readonly { readonly value: DeliverySpan; readonly label: string }[] = [
  ...timeSpanChoices,
  { value: 'since', label: 'Since…' },
];

/** @param endpoint id of an endpoint, to list only its deliveries; empty for all. */
export function DeliveriesPane({ endpoint }: { readonly endpoint: string }) {
  const format = useFormat();
  const [typed, setType] = useSearchParam(typeParam);
  const type = eventTypes.find((one) => one === typed) ?? '';
  const [state, setState] = useSearchParam(stateParam);
  const [span, setSpan] = useSearchParam(spanParam);
  const [since] = useSearchParam(sinceParam);
  const setParams = useSetParams();
  const query = useInfiniteQuery(deliveriesQuery({ endpoint, type, state, span, since }));
  const count = query.data?.pages.reduce((sum, page) => sum + page.deliveries.length, 0);
  const isFiltered = type !== '' || state !== '' || span !== 'all';
  return (
    <Panel title="Deliveries" sub="newest first">
      <Group gap="xs" px="var(--gutter)" pb="xs">
        <Box flex={1} h={32}>
          <Segments label="State" choices={states} chosen={state} onChoose={setState} />
        </Box>
        <ChipSelect label="Type" choices={types} chosen={type} onChoose={setType} />
        <ChipSelect label="Time" choices={spanChoices} chosen={span} onChoose={setSpan} />
        {span === 'since' && <SinceField />}
      </Group>
      <Query
        query={query}
        what="Deliveries"
        loading={<DeliveriesTable deliveries={null} isOfOneEndpoint={endpoint !== ''} />}
        isEmpty={({ pages }) => pages.every(({ deliveries }) => deliveries.length === 0)}
        empty={
          <EmptyPane
            title={isFiltered ? 'No matching deliveries' : 'No deliveries yet'}
            actions={
              isFiltered && (
                <Button
                  onClick={() => setParams({ type: null, state: null, span: null, since: null })}
                >
                  Show all deliveries
                </Button>
              )
            }
          >
            {isFiltered
              ? 'No delivery matches this state, type and time.'
              : 'New events are sent as they happen. To send a test, select an endpoint.'}
          </EmptyPane>
        }
      >
        {({ pages }) => (
          <>
            <DeliveriesTable
              deliveries={pages.flatMap(({ deliveries }) => deliveries)}
              isOfOneEndpoint={endpoint !== ''}
            />
            <OlderRows count={format.number(count)} query={query} />
          </>
        )}
      </Query>
    </Panel>
  );
}
