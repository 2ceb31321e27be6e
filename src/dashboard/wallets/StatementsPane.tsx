import { Box, Button, Group, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import type { Statement } from '#contract/statement.ts';
import type { Thematic } from '#contract/thematic.ts';
import type { Wallet } from '#contract/wallet.ts';
import { Disclosure } from '../design/Disclosure.tsx';
import { notify } from '../design/notify.ts';
import { useOnce } from '../design/once.ts';
import { Panel } from '../design/Panel.tsx';
import { counts, restate, stateAside } from '../holdings/statements.ts';
import { holdingsTexts } from '../portfolio/holdingsTexts.ts';
import { walletQueries } from '../portfolio/userQueries.ts';
import { useFormat } from '../preferences/format.ts';
import classes from './StatementsPane.module.css';
import { useMayState } from '../portfolio/session.ts';

interface StatementsPaneProps {
  readonly wallet: Wallet;
  readonly thematic: Thematic | undefined;
}

/** So many are shown at first, and so many tokens of one. */
const maxAtFirst = 10;
const maxTokens = 200;

/** What was stated of a wallet's holdings, newest first: what is in force, what was replaced, what was retracted. */
export function StatementsPane({ wallet, thematic }: StatementsPaneProps) {
  const format = useFormat();
  const query = useQuery(walletQueries.statements(wallet.user));
  const [isWhole, setWhole] = useState(false);
  // Statements name tokens by id; their symbols are known from what the page has read.
  const symbols = useMemo(() => {
    const known = [...(thematic?.tokens ?? []), ...wallet.tokens];
    return new Map(known.map(({ token }) => [token._id, token.symbol]));
  }, [wallet, thematic]);
  const own = (query.data ?? [])
    .filter(({ thematics }) => thematics === wallet.thematics)
    .toSorted((a, b) => Date.parse(b.at) - Date.parse(a.at));
  const shown = isWhole ? own : own.slice(0, maxAtFirst);
  return (
    <Panel
      title="Holdings history"
      sub={query.data && format.number(own.length)}
      query={query}
      what="The statements"
      loading={<Box h={108} />}
      isEmpty={() => own.length === 0}
      empty={
        <Text px="var(--gutter)" pb="md" c="dimmed">
          {holdingsTexts.allRetracted}
        </Text>
      }
    >
      {() => (
        <>
          <ul className={classes.list} aria-label="Statements">
            {shown.map((statement) => (
              <StatementRow
                key={statement._id}
                customId={wallet.user}
                {...{ statement, symbols }}
              />
            ))}
          </ul>
          {shown.length < own.length && (
            <Button variant="subtle" ml="md" mb="md" onClick={() => setWhole(true)}>
              Show {format.number(own.length - shown.length)} more
            </Button>
          )}
        </>
      )}
    </Panel>
  );
}

interface StatementRowProps {
  readonly customId: string;
  readonly statement: Statement;
  readonly symbols: ReadonlyMap<string, string>;
}

/** One statement: since when it holds, what it says, when it was said and what became of it. */
function StatementRow({ customId, statement, symbols }: StatementRowProps) {
  const format = useFormat();
  const client = useQueryClient();
  const { at, statedAt, status, tokens } = statement;
  const [isOpen, setOpen] = useState(false);
  const change = useMutation(restate(client, customId));
  const send = useOnce(change);
  const isStanding = counts(statement);
  const mayEdit = useMayState();
  const press = () =>
    send(statement, (back) => {
      notify(
        `Statement of ${format.dateTime(at)} ${isStanding ? 'retracted' : 'restored'}`,
        back && (() => void stateAside(client, customId, back)),
      );
      return 'again';
    });
  const named = tokens.slice(0, 4).map(({ token }) => symbols.get(token) ?? token);
  const summary = `${format.count(tokens.length, 'position')}: ${named.join(', ')}${tokens.length > 4 ? ', …' : ''}`;
  return (
    <li>
      <Disclosure
        onToggle={(event) => setOpen(event.currentTarget.open)}
        summary={
          <>
            <Text span inherit fw={500} {...(!isStanding && { c: 'dimmed', td: 'line-through' })}>
              from {format.dateTime(at)}
            </Text>
            <Text span fz="xs" c={status === 'current' ? 'var(--ok)' : 'dimmed'}>
              {status === 'current' ? 'in force' : status}
            </Text>
            <Text span inherit truncate c="var(--ink-2)">
              {tokens.length === 0 ? 'closes the wallet' : summary}
            </Text>
            <Text span fz="xs" c="dimmed">
              recorded {format.dateTime(statedAt)}
            </Text>
          </>
        }
      >
        {isOpen && (
          <Group
            component="ul"
            gap="4px 24px"
            px="var(--gutter)"
            pt={4}
            pb="sm"
            fz="xs"
            c="var(--ink-2)"
          >
            {tokens.slice(0, maxTokens).map(({ token, amount }) => (
              <li key={token} title={token}>
                <Text component="bdi" inherit fw={500} c="var(--ink-1)">
                  {symbols.get(token) ?? token}
                </Text>{' '}
                {format.amount(amount)}
              </li>
            ))}
            {tokens.length > maxTokens && (
              <li>and {format.number(tokens.length - maxTokens)} more</li>
            )}
            {tokens.length === 0 && <li>No tokens: this closes the wallet.</li>}
          </Group>
        )}
      </Disclosure>
      {/* Either can be undone. */}
      {mayEdit && (
        <Button
          size="xs"
          variant="subtle"
          mt="calc((var(--row) - var(--chip)) / 2)"
          onClick={press}
          aria-disabled={change.isPending}
        >
          {isStanding ? 'Retract' : 'Restore'}
        </Button>
      )}
    </li>
  );
}
