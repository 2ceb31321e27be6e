import { Button, Group, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { isInEffect, type Statement } from '#contract/statement.ts';
import { Disclosure } from '../design/Disclosure.tsx';
import { notify } from '../design/notify.ts';
import { useOnce } from '../design/once.ts';
import { withdrawOrRestore, recordInBackground } from '../holdings/statements.ts';
import { useMayState } from '../portfolio/session.ts';
import { type Format, useFormat } from '../preferences/format.ts';
import { useAsOf } from '../url/asOf.ts';
import { effectiveParam, editParam } from '../url/params.ts';
import { useSetParams } from '../url/searchParam.ts';
import { type Entry, fromText } from './entries.ts';
import classes from './StatementsPane.module.css';

/** Maximum number of tokens listed in an open entry and in its line. */
const maxTokens = 200;
const maxInLine = 3;

const noBreak = '\u00a0';

const statusLabels: Readonly<Record<Statement['status'], string>> = {
  current: 'current',
  earlier: 'earlier',
  replaced: 'replaced',
  retracted: 'withdrawn',
};

interface StatementRowProps {
  readonly customId: string;
  readonly entry: Entry;
  readonly symbols: ReadonlyMap<string, string>;
}

export function StatementRow({ customId, entry, symbols }: StatementRowProps) {
  const format = useFormat();
  const { at, statedAt, statedBy, status, tokens } = entry.statement;
  const [isOpen, setOpen] = useState(false);
  const isEffective = isInEffect(entry.statement);
  const symbolOf = (token: string) => symbols.get(token) ?? token;
  const positions = tokens.map(
    ({ token, amount }) => `${symbolOf(token)}${noBreak}${format.amount(amount)}`,
  );
  return (
    <li>
      <Disclosure
        onToggle={(event) => setOpen(event.currentTarget.open)}
        summary={
          <>
            <Text span inherit fw={500} {...(!isEffective && { c: 'dimmed', td: 'line-through' })}>
              {fromText(format)(at)}
            </Text>
            <Text span fz="xs" c={status === 'current' ? 'var(--ok)' : 'dimmed'}>
              {statusLabels[status]}
            </Text>
            <Text span inherit className={classes.positions} c="var(--ink-2)">
              {tokens.length === 0 ? 'no positions' : shortList(positions, format)}
            </Text>
            <Text span inherit className={classes.positions}>
              {changeText(entry, symbolOf, format)}
            </Text>
            <Text span fz="xs" c="dimmed" className={classes.entered}>
              entered {format.dateTimeSeconds(statedAt)}
              {statedBy !== null && (
                <>
                  {' '}
                  by <bdi>{statedBy}</bdi>
                </>
              )}
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
                  {symbolOf(token)}
                </Text>{' '}
                {format.amount(amount)}
              </li>
            ))}
            {tokens.length > maxTokens && (
              <li>and {format.number(tokens.length - maxTokens)} more</li>
            )}
            {tokens.length === 0 && <li>No positions: this closes the wallet.</li>}
          </Group>
        )}
      </Disclosure>
      <StatementActions {...{ customId }} statement={entry.statement} />
    </li>
  );
}

interface StatementActionsProps {
  readonly customId: string;
  readonly statement: Statement;
}

function StatementActions({ customId, statement }: StatementActionsProps) {
  const format = useFormat();
  const client = useQueryClient();
  const setParams = useSetParams();
  const change = useMutation(withdrawOrRestore(client, customId));
  const send = useOnce(change);
  const mayEdit = useMayState();
  const isPast = useAsOf() !== null;
  if (!mayEdit || isPast) return null;
  const { at } = statement;
  const isEffective = isInEffect(statement);
  const correct = () =>
    setParams({
      [editParam.name]: editParam.write('holdings'),
      [effectiveParam.name]: effectiveParam.write(at),
    });
  const press = () =>
    send(statement, (back) => {
      notify(
        `Entry of ${format.dateTimeSeconds(at)} ${isEffective ? 'withdrawn' : 'restored'}`,
        back && (() => void recordInBackground(client, customId, back)),
      );
      return 'again';
    });
  return (
    <Group gap={0} wrap="nowrap" className={classes.actions}>
      {isEffective && (
        <Button size="xs" variant="subtle" onClick={correct}>
          Correct entry
        </Button>
      )}
      <Button size="xs" variant="subtle" onClick={press} aria-disabled={change.isPending}>
        {isEffective ? 'Withdraw entry' : 'Restore entry'}
      </Button>
    </Group>
  );
}

/** Formats changes such as `KORV +10.00, AUGRY −2.00`. */
function changeText(
  { changes, statement }: Entry,
  symbolOf: (token: string) => string,
  format: Format,
): string {
  if (changes === null) return 'first entry';
  if (statement.tokens.length === 0) return changes.length === 0 ? 'no change' : 'closed';
  if (changes.length === 0) return 'no change';
  const parts = changes.map(({ token, before, after }) => {
    // Twelve digits: a difference of two floats is not more precise.
    const difference = Number(((after ?? 0) - (before ?? 0)).toPrecision(12));
    return `${symbolOf(token)}${noBreak}${format.amountChange(difference)}`;
  });
  return shortList(parts, format);
}

function shortList(parts: readonly string[], format: Format): string {
  const others = parts.length - maxInLine;
  const shown = parts.slice(0, maxInLine).join(', ');
  return others > 0 ? `${shown} and ${format.number(others)} more` : shown;
}
