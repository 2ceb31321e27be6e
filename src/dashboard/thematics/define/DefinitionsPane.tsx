import { Button, VisuallyHidden } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { deleteDefinition } from '#contract/operations/thematics.ts';
import type { Thematic } from '#contract/thematic.ts';
import { type Column, firstInstantWidth } from '../../design/columns.ts';
import { notify } from '../../design/notify.ts';
import { useOnce } from '../../design/once.ts';
import { TablePanel } from '../../design/TablePanel.tsx';
import { backfilledText } from '../../history/backfilled.ts';
import { runMutation } from '../../portfolio/mutations.ts';
import { useAsOf } from '../../url/asOf.ts';
import { keys } from '../../portfolio/queryKeys.ts';
import { thematicQueries, tokenQueries } from '../../portfolio/thematicQueries.ts';
import { type Format, useFormat } from '../../preferences/format.ts';
import {
  type DefinitionInEffect,
  definitionsInEffect,
  restoreDefinition,
  withdrawDefinition,
} from './definitions.ts';
import { useMay } from '../../portfolio/session.ts';

export function DefinitionsPane({ thematic }: { readonly thematic: Thematic }) {
  const format = useFormat();
  const query = useQuery(thematicQueries.definitions(thematic._id));
  const asOf = useAsOf();
  const mayWithdraw = useMay(deleteDefinition) && asOf === null;
  const { data: tokens } = useQuery({ ...tokenQueries.all(), meta: {} });
  const rows = useMemo(
    () =>
      definitionsInEffect(query.data ?? [])
        .filter(({ since }) => since <= (asOf ?? Infinity))
        .toReversed(),
    [query.data, asOf],
  );
  const columns = useMemo(() => {
    const symbols = new Map(tokens?.map(({ _id, symbol }) => [_id, symbol]));
    return columnsOf(format, thematic, { rows, symbols, mayWithdraw });
  }, [format, thematic, rows, tokens, mayWithdraw]);
  return (
    <TablePanel
      title="Definitions"
      sub={query.data && format.number(rows.length) + backfilledOf(format, thematic)}
      {...{ query, columns, rows }}
      what="The definitions"
      rowCount={1}
      keyOf={({ since }) => String(since)}
      narrowRow={56}
      narrowGrid="'head value' 20px 'left value' 18px / minmax(0, 1fr) auto"
    />
  );
}

function backfilledOf(format: Format, { backfilledUntil }: Thematic): string {
  return backfilledUntil === null ? '' : `, ${backfilledText(format, backfilledUntil)}`;
}

interface DefinitionColumnsOptions {
  readonly rows: readonly DefinitionInEffect[];
  readonly symbols: ReadonlyMap<string, string>;
  readonly mayWithdraw: boolean;
}

function columnsOf(
  format: Format,
  thematic: Thematic,
  { rows, symbols, mayWithdraw }: DefinitionColumnsOptions,
): readonly Column<DefinitionInEffect>[] {
  const weightsOf = ({ tokens }: DefinitionInEffect) =>
    tokens
      .toSorted((a, b) => b.weight - a.weight)
      .map(({ token, weight }) => `${symbols.get(token) ?? token} ${format.market.share(weight)}`)
      .join(', ');
  return [
    {
      id: 'from',
      header: 'Effective from',
      cell: ({ from }) => (from === null ? 'first price' : format.dateTime(from)),
      title: ({ statedAt }) => `Recorded ${format.dateTime(statedAt)}`,
      skeleton: 120,
      width: firstInstantWidth(format.dateTime),
      narrow: 'head',
    },
    {
      id: 'weights',
      header: 'Weights',
      isSoft: true,
      cell: weightsOf,
      title: weightsOf,
      skeleton: 240,
      narrow: 'left',
    },
    {
      id: 'withdraw',
      header: 'Withdraw',
      head: <VisuallyHidden>Withdraw</VisuallyHidden>,
      kind: 'figure',
      // The thematic begins with its first definition, which cannot be withdrawn.
      cell: (row) =>
        mayWithdraw && row !== rows.at(-1) && <WithdrawButton {...{ thematic, row }} />,
      width: 112,
      narrow: 'value',
    },
  ];
}

interface WithdrawButtonProps {
  readonly thematic: Thematic;
  readonly row: DefinitionInEffect;
}

function WithdrawButton({ thematic, row }: WithdrawButtonProps) {
  const format = useFormat();
  const client = useQueryClient();
  const withdrawal = useMutation(withdrawDefinition(thematic._id));
  const send = useOnce(withdrawal);
  const { from } = row;
  if (from === null) return null;
  const press = () =>
    send(
      { ...row, from },
      (etag) => {
        notify(
          `Definition of ${format.dateTime(from)} withdrawn`,
          () =>
            void runMutation(client, restoreDefinition(thematic._id), { definition: row, etag }),
        );
        return 'again';
      },
      // After a refusal, the list may be outdated.
      () => void client.invalidateQueries({ queryKey: keys.definitions(thematic._id) }),
    );
  return (
    <Button
      size="xs"
      variant="subtle"
      title="The previous definition applies again; later levels are recalculated"
      onClick={press}
      aria-disabled={withdrawal.isPending}
    >
      Withdraw
    </Button>
  );
}
