import { Text } from '@mantine/core';
import { useMemo } from 'react';
import type { BookShock } from '#contract/shock.ts';
import { Disclosure } from '../design/Disclosure.tsx';
import { LocalTable } from '../design/LocalTable.tsx';
import { useFormat } from '../preferences/format.ts';
import { shockedTokenColumns } from './shockColumns.tsx';
import { shockGrid } from './ShockTable.tsx';
import classes from './shock.module.css';

const maxNamed = 4;

interface ShockTokensProps {
  readonly shock: Pick<BookShock, 'tokens' | 'unchanged' | 'from'>;
}

/** Which prices move and by how much, and which do not. */
export function ShockTokens({ shock: { tokens, unchanged, from } }: ShockTokensProps) {
  const format = useFormat();
  const columns = useMemo(() => shockedTokenColumns(format), [format]);
  const named = tokens
    .slice(0, maxNamed)
    .map(({ symbol, factor }) => `${symbol} ${format.market.percentChange(factor - 1)}`);
  const more = tokens.length - named.length;
  const summary = [...named, ...(more > 0 ? [`${format.number(more)} more`] : [])].join(', ');
  return (
    <>
      {tokens.length > 0 && (
        <Disclosure
          className={classes.tokens}
          summary={
            <span>
              Prices of {format.count(tokens.length, 'token')}:{' '}
              <Text span c="dimmed">
                {summary}
              </Text>
            </span>
          }
        >
          <LocalTable
            columns={columns}
            narrowGrid={shockGrid}
            label="Tokens that move"
            rows={tokens}
            opens={{ by: 'loss', order: 'descending' }}
            keyOf={({ token }) => token}
          />
        </Disclosure>
      )}
      {unchanged.length > 0 && (
        <Text size="sm" c="var(--ink-2)" px="var(--gutter)" py="xs">
          Unchanged, because they have no price {from === null ? 'now' : 'then'}:{' '}
          <bdi>{unchanged.map(({ symbol }) => symbol).join(', ')}</bdi>.
        </Text>
      )}
    </>
  );
}
