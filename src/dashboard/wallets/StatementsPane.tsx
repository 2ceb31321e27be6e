import { Button } from '@mantine/core';
import { IconChevronRight } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { useMemo, useState } from 'react';
import type { Statement } from '#contract/statement.ts';
import type { Thematic } from '#contract/thematic.ts';
import type { Wallet } from '#contract/wallet.ts';
import { notify } from '../design/notify.ts';
import { useOnce } from '../design/once.ts';
import { Panel } from '../design/Panel.tsx';
import { counts, restate, stateAside } from '../holdings/statements.ts';
import { walletQueries } from '../portfolio/userQueries.ts';
import { type Format, useFormat } from '../preferences/format.ts';
import classes from './StatementsPane.module.css';

interface StatementsPaneProps {
  readonly wallet: Wallet;
  readonly thematic: Thematic | undefined;
}

/** So many are shown at first. */
const maxAtFirst = 10;

/** What was stated of a wallet's holdings, newest first: what is in force, what was replaced, what was retracted. */
export function StatementsPane({ wallet, thematic }: StatementsPaneProps) {
  const format = useFormat();
  const query = useQuery(walletQueries.statements(wallet.user));
  const symbols = useMemo(() => symbolsOf(wallet, thematic), [wallet, thematic]);
  const own = query.data
    ?.filter(({ thematics }) => thematics === wallet.thematics)
    .toSorted((a, b) => Date.parse(b.at) - Date.parse(a.at));
  return (
    <Panel
      title="Holdings history"
      sub={own === undefined ? undefined : format.number(own.length)}
      className={classes.pane}
      query={query}
      what="The statements"
      loading={<div className={classes.room} />}
    >
      {() => <List customId={wallet.user} statements={own ?? []} symbols={symbols} />}
    </Panel>
  );
}

interface ListProps {
  readonly customId: string;
  readonly statements: readonly Statement[];
  readonly symbols: ReadonlyMap<string, string>;
}

function List({ customId, statements, symbols }: ListProps) {
  const format = useFormat();
  const [isWhole, setWhole] = useState(false);
  const shown = isWhole ? statements : statements.slice(0, maxAtFirst);
  const more = statements.length - shown.length;
  if (statements.length === 0) {
    return <p className={classes.none}>No holdings recorded: every statement was retracted.</p>;
  }
  return (
    <>
      <ul className={classes.list} aria-label="Statements">
        {shown.map((statement) => (
          <StatementRow key={statement._id} {...{ customId, statement, symbols }} />
        ))}
      </ul>
      {more > 0 && (
        <p className={classes.more}>
          <Button variant="subtle" onClick={() => setWhole(true)}>
            Show {format.number(more)} more
          </Button>
        </p>
      )}
    </>
  );
}

/** Statements name tokens by id; their symbols are known from what the page has read. */
function symbolsOf(wallet: Wallet, thematic: Thematic | undefined): Map<string, string> {
  const known = [...(thematic?.tokens ?? []), ...wallet.tokens];
  return new Map(known.map(({ token }) => [token._id, token.symbol]));
}

interface StatementRowProps {
  readonly customId: string;
  readonly statement: Statement;
  readonly symbols: ReadonlyMap<string, string>;
}

const statusLabels: Record<Statement['status'], string> = {
  current: 'in force',
  earlier: 'earlier',
  replaced: 'replaced',
  retracted: 'retracted',
};

/** So many tokens are listed of one statement. */
const maxTokens = 200;

/** One statement: since when it holds, what it says, when it was said and what became of it. */
function StatementRow({ customId, statement, symbols }: StatementRowProps) {
  const format = useFormat();
  const { at, statedAt, status, tokens } = statement;
  const [isOpen, setOpen] = useState(false);
  return (
    <li className={clsx(!counts(statement) && classes.void)}>
      <details onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary>
          <IconChevronRight size={14} stroke={1.75} className={classes.caret} aria-hidden />
          <span className={classes.at}>from {format.dateTime(at)}</span>
          <span className={clsx(classes.status, classes[status])}>{statusLabels[status]}</span>
          <span className={classes.says}>{summaryOf(format, tokens, symbols)}</span>
          <span className={classes.stated}>recorded {format.dateTime(statedAt)}</span>
        </summary>
        {isOpen && (
          <div className={classes.open}>
            <ul className={classes.tokens}>
              {tokens.slice(0, maxTokens).map(({ token, amount }) => (
                <li key={token} title={token}>
                  <b>
                    <bdi>{symbols.get(token) ?? token}</bdi>
                  </b>{' '}
                  {format.amount(amount)}
                </li>
              ))}
              {tokens.length > maxTokens && (
                <li>and {format.number(tokens.length - maxTokens)} more</li>
              )}
              {tokens.length === 0 && <li>No tokens: this closes the wallet.</li>}
            </ul>
          </div>
        )}
      </details>
      <Restate {...{ customId, statement }} />
    </li>
  );
}

type RestateProps = Pick<StatementRowProps, 'customId' | 'statement'>;

/** Retracts a statement, or states it again; either can be undone. */
function Restate({ customId, statement }: RestateProps) {
  const format = useFormat();
  const client = useQueryClient();
  const change = useMutation(restate(client, customId));
  const send = useOnce(change);
  const isStanding = counts(statement);
  const press = () =>
    send(statement, (back) => {
      notify(
        `Statement of ${format.dateTime(statement.at)} ${isStanding ? 'retracted' : 'restored'}`,
        back && { label: 'Undo', run: () => void stateAside(client, customId, back) },
      );
      return 'again';
    });
  return (
    <Button size="xs" variant="subtle" onClick={press} aria-disabled={change.isPending}>
      {isStanding ? 'Retract' : 'Restore'}
    </Button>
  );
}

function summaryOf(
  format: Format,
  tokens: Statement['tokens'],
  symbols: ReadonlyMap<string, string>,
): string {
  if (tokens.length === 0) return 'closes the wallet';
  const first = tokens.slice(0, 4).map(({ token }) => symbols.get(token) ?? token);
  const what = tokens.length === 1 ? '1 position' : `${format.number(tokens.length)} positions`;
  return `${what}: ${first.join(', ')}${tokens.length > 4 ? ', …' : ''}`;
}
