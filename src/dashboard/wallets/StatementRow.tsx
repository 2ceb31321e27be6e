import { clsx } from 'clsx';
import { useState } from 'react';
import type { Statement } from '#contract/statement.ts';
import { formatAmount, formatCount } from '../shared/format/number.ts';
import { formatDateTime } from '../shared/format/time.ts';
import classes from './StatementsPane.module.css';

interface StatementRowProps {
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
export function StatementRow({ statement, symbols }: StatementRowProps) {
  const { at, statedAt, status, tokens } = statement;
  const [isOpen, setOpen] = useState(false);
  const isVoid = status === 'replaced' || status === 'retracted';
  return (
    <li className={clsx(isVoid && classes.void)}>
      <details onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary>
          <span className={classes.at}>from {formatDateTime(at)}</span>
          <span className={clsx(classes.status, classes[status])}>{words[status]}</span>
          <span className={classes.says}>{summaryOf(tokens, symbols)}</span>
          <span className={classes.stated}>stated {formatDateTime(statedAt)}</span>
        </summary>
        {isOpen && (
          <ul className={classes.tokens}>
            {tokens.slice(0, most).map(({ token, amount }) => (
              <li key={token} title={token}>
                <b>{symbols.get(token) ?? token}</b> {formatAmount(amount)}
              </li>
            ))}
            {tokens.length > most && <li>and {formatCount(tokens.length - most)} more</li>}
            {tokens.length === 0 && <li>No tokens: this closes the wallet.</li>}
          </ul>
        )}
      </details>
    </li>
  );
}

function summaryOf(tokens: Statement['tokens'], symbols: ReadonlyMap<string, string>): string {
  if (tokens.length === 0) return 'closes the wallet';
  const first = tokens.slice(0, 4).map(({ token }) => symbols.get(token) ?? token);
  const what = tokens.length === 1 ? '1 position' : `${formatCount(tokens.length)} positions`;
  return `${what}: ${first.join(', ')}${tokens.length > 4 ? ', …' : ''}`;
}
