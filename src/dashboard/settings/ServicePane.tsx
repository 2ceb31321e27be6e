import { Box, Button, Skeleton, Text } from '@mantine/core';
import { queryOptions, useQuery } from '@tanstack/react-query';
import type { Capabilities } from '#contract/capabilities.ts';
import { getCapabilities } from '#contract/operations/about.ts';
import { connectedPane } from '#contract/pageNames.ts';
import { offersWithout } from '#contract/operations/offers.ts';
import { call } from '../api/client.ts';
import { useFormat } from '../preferences/format.ts';
import { settings } from '../preferences/preferences.ts';
import { Panel } from '../design/Panel.tsx';
import { type Term, Terms } from '../design/Terms.tsx';
import { everyText } from '../portfolio/capabilities.ts';
import { keys } from '../portfolio/queryKeys.ts';

interface TimedAnswer {
  readonly capabilities: Capabilities;
  readonly milliseconds: number;
}

/** Refetched by each visit and by hand: an earlier response is outdated. */
const timedAnswerQuery = queryOptions({
  queryKey: keys.timedAnswer,
  staleTime: 0,
  retry: false,
  queryFn: async ({ signal }): Promise<TimedAnswer> => {
    const began = performance.now();
    const answer = await call(getCapabilities, {}, signal);
    return { capabilities: answer, milliseconds: performance.now() - began };
  },
});

const licenses = <a href="/licenses.txt">Licenses</a>;

const marketLabels: Record<Capabilities['market']['kind'], string> = {
  simulated: 'Simulated market',
  stored: 'Stored prices',
  connected: 'From the connected service',
};

function missingOf(notOffered: Capabilities['notOffered']): Term[] {
  const missing = offersWithout(notOffered).filter(({ why }) => why !== null);
  if (missing.length === 0) return [];
  const lines = [...Map.groupBy(missing, ({ why }) => why)].map(([why, offered]) => (
    <div key={why}>
      {offered.map(({ offer }) => offer).join(', ')}:{' '}
      <Text span inherit c="dimmed">
        {why}
      </Text>
    </div>
  ));
  return [['Not offered', lines]];
}

export function ServicePane() {
  const format = useFormat();
  const query = useQuery(timedAnswerQuery);
  const factsOf = ({ capabilities, milliseconds }: TimedAnswer): readonly Term[] => {
    const { service, market, currency, offers, notOffered } = capabilities;
    return [
      ['Service', `${service.name} ${service.version}`],
      ['Address', location.origin],
      [
        'Response time',
        `${format.milliseconds(milliseconds)}, at ${format.clockSeconds(query.dataUpdatedAt)}`,
      ],
      ['Prices', marketLabels[market.kind]],
      ['As of', format.dateTimeZone(market.asOf)],
      [
        'New prices',
        market.tickSeconds === null ? 'no automatic updates' : everyText(market.tickSeconds),
      ],
      ['Currency', currency ?? 'none'],
      ['Extensions', offers.length === 0 ? 'none' : offers.join(', ')],
      ...missingOf(notOffered),
      ['Open-source components', licenses],
    ];
  };
  return (
    <Panel
      title={settings.connection.label}
      body="padded"
      actions={
        <Button onClick={() => void query.refetch()} disabled={query.isFetching}>
          Refresh
        </Button>
      }
      query={query}
      what="The connection"
      loading={<Skeleton width={240} />}
    >
      {(answer) => (
        <Box maw={640} __vars={{ '--terms-name': 'min(176px, 44%)' }}>
          <Terms terms={factsOf(answer)} />
        </Box>
      )}
    </Panel>
  );
}

export function HowToConnect() {
  return (
    <Panel title={connectedPane} body="padded">
      <Text maw="64ch">
        Not connected. To use your own Portfolio Service, start this process with its address in{' '}
        <code>PORTFOLIO_SERVICE_URL</code>.
      </Text>
    </Panel>
  );
}
