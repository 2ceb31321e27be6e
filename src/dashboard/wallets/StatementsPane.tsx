import { Button, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import type { Thematic } from '#contract/thematic.ts';
import type { Wallet } from '#contract/wallet.ts';
import { instantStyle } from '../design/columns.ts';
import { Panel } from '../design/Panel.tsx';
import { PanelSkeleton } from '../design/PanelSkeleton.tsx';
import { holdingsTexts } from '../portfolio/holdingsTexts.ts';
import { walletQueries } from '../portfolio/userQueries.ts';
import { useFormat } from '../preferences/format.ts';
import { useAsOf } from '../url/asOf.ts';
import { entriesOf, fromText, statementsBy } from './entries.ts';
import { StatementRow } from './StatementRow.tsx';
import classes from './StatementsPane.module.css';

interface StatementsPaneProps {
  readonly wallet: Wallet;
  readonly thematic: Thematic | undefined;
}

const maxAtFirst = 10;

export function StatementsPane({ wallet, thematic }: StatementsPaneProps) {
  const format = useFormat();
  const query = useQuery(walletQueries.statements(wallet.user));
  const asOf = useAsOf();
  const [isExpanded, setExpanded] = useState(false);
  // Statements name tokens by id. The page has read most symbols already.
  const symbols = useMemo(() => {
    const known = [...(thematic?.tokens ?? []), ...wallet.tokens];
    return new Map(known.map(({ token }) => [token._id, token.symbol]));
  }, [wallet, thematic]);
  const own = useMemo(
    () => entriesOf(statementsBy(query.data ?? [], asOf), wallet.thematics),
    [query.data, asOf, wallet.thematics],
  );
  const shown = isExpanded ? own : own.slice(0, maxAtFirst);
  return (
    <Panel
      title="Holdings history"
      sub={query.data && format.number(own.length)}
      query={query}
      what="The statements"
      loading={<PanelSkeleton height={92} />}
      isEmpty={() => own.length === 0}
      empty={
        <Text px="var(--gutter)" pb="md" c="dimmed">
          {holdingsTexts.allWithdrawn}
        </Text>
      }
    >
      {() => (
        <>
          <ul
            className={classes.list}
            aria-label="Statements"
            style={instantStyle(fromText(format))}
          >
            {shown.map((entry) => (
              <StatementRow
                key={entry.statement._id}
                customId={wallet.user}
                {...{ entry, symbols }}
              />
            ))}
          </ul>
          {shown.length < own.length && (
            <Button variant="subtle" ml="md" mb="md" onClick={() => setExpanded(true)}>
              Show {format.number(own.length - shown.length)} more
            </Button>
          )}
        </>
      )}
    </Panel>
  );
}
