import { clsx } from 'clsx';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Statement } from '#contract/statement.ts';
import { formatAmount, formatCount } from '../shared/format/number.ts';
import { formatDateTime } from '../shared/format/time.ts';
import { restate } from '../shared/holdings/restate.ts';
import { stands, stateAside } from '../shared/holdings/statement.ts';
import { notify } from '../shared/notices.ts';
import { useOnce } from '../shared/once.ts';
import { Button } from '../shared/ui/Button.tsx';
import classes from './StatementsPane.module.css';

interface StatementRowProps {
  readonly customId: string;
  readonly statement: Statement;
  readonly symbols: ReadonlyMap<string, string>;
}

const words: Record<Statement['status'], string> = {
  current: 'in force',
  earlier: 'earlier',
  replaced: 'replaced',
  retracted: 'retracted',
};

/** So many tokens are listed of one statement. */
const most = 200;

/** One statement: since when it holds, what it says, when it was said and what became of it. */
export function StatementRow({ customId, statement, symbols }: StatementRowProps) {
  const { at, statedAt, status, tokens } = statement;
  const [isOpen, setOpen] = useState(false);
  return (
    <li className={clsx(!stands(statement) && classes.void)}>
      <details onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary>
          <span className={classes.at}>from {formatDateTime(at)}</span>
          <span className={clsx(classes.status, classes[status])}>{words[status]}</span>
          <span className={classes.says}>{summaryOf(tokens, symbols)}</span>
          <span className={classes.stated}>stated {formatDateTime(statedAt)}</span>
        </summary>
        {isOpen && (
          <div className={classes.open}>
            <ul className={classes.tokens}>
              {tokens.slice(0, most).map(({ token, amount }) => (
                <li key={token} title={token}>
                  <b>
                    <bdi>{symbols.get(token) ?? token}</bdi>
                  </b>{' '}
                  {formatAmount(amount)}
                </li>
              ))}
              {tokens.length > most && <li>and {formatCount(tokens.length - most)} more</li>}
              {tokens.length === 0 && <li>No tokens: this closes the wallet.</li>}
            </ul>
            <Restate {...{ customId, statement }} />
          </div>
        )}
      </details>
    </li>
  );
}

type RestateProps = Pick<StatementRowProps, 'customId' | 'statement'>;

/** Retracts a statement, or states it again; either can be undone. */
function Restate({ customId, statement }: RestateProps) {
  const client = useQueryClient();
  const change = useMutation(restate(client, customId));
  const send = useOnce(change);
  const isStanding = stands(statement);
  const press = () =>
    send(statement, (back) => {
      notify(
        `Statement of ${formatDateTime(statement.at)} ${isStanding ? 'retracted' : 'stated again'}`,
        back && { label: 'Undo', run: () => void stateAside(client, customId, back) },
      );
      return 'again';
    });
  return (
    <Button onClick={press} aria-disabled={change.isPending}>
      {isStanding ? 'Retract' : 'State again'}
    </Button>
  );
}

function summaryOf(tokens: Statement['tokens'], symbols: ReadonlyMap<string, string>): string {
  if (tokens.length === 0) return 'closes the wallet';
  const first = tokens.slice(0, 4).map(({ token }) => symbols.get(token) ?? token);
  const what = tokens.length === 1 ? '1 position' : `${formatCount(tokens.length)} positions`;
  return `${what}: ${first.join(', ')}${tokens.length > 4 ? ', …' : ''}`;
}
