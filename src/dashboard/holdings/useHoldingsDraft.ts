import { useForm } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { parseTime } from '#contract/time.ts';
import { instantTyped } from '../design/InstantField.tsx';
import { capabilitiesQuery } from '../portfolio/capabilities.ts';
import { thematicQueries, tokenQueries } from '../portfolio/thematicQueries.ts';
import { useFormat } from '../preferences/format.ts';
import {
  type DraftRow,
  isBlank,
  knownTokens,
  parseAmount,
  readLines,
  refusedFields,
} from './draft.ts';
import { type HoldingsBase, positionsInForce, statementOf } from './statements.ts';

export interface HoldingsValues {
  readonly thematicId: string;
  /** As it is typed; empty: now. */
  readonly from: string;
  /** null until they are edited: then the current ones apply. */
  readonly rows: readonly DraftRow[] | null;
}

interface HoldingsDraftOptions {
  /** The holdings that the draft changes. */
  readonly base: Pick<HoldingsBase, 'wallets' | 'statements'>;
  readonly initial: HoldingsValues;
  /** Why the service refused what was sent; null: it did not. */
  readonly error: Error | null;
  readonly onChange: () => void;
  /** False while the draft is not shown: nothing is loaded for it. */
  readonly isShown?: boolean;
}

/** The positions of one wallet from an instant on, as they are typed, and what follows from them. */
export type HoldingsDraft = ReturnType<typeof useHoldingsDraft>;

export function useHoldingsDraft(options: HoldingsDraftOptions) {
  const { base, initial, error, onChange, isShown: enabled = true } = options;
  const { data: thematics = [] } = useQuery({ ...thematicQueries.names(), enabled });
  const { data: tokens = [] } = useQuery({ ...tokenQueries.all(), enabled });
  const asOfText = useQuery(capabilitiesQuery).data?.market.asOf ?? null;
  const asOf = asOfText === null ? null : parseTime(asOfText);
  const form = useForm<HoldingsValues>({
    initialValues: initial,
    validate: { thematicId: (id) => (id === '' ? 'Choose a thematic.' : null) },
    onValuesChange: onChange,
  });
  const { thematicId, from, rows: typed } = form.values;

  const thematic = thematics.find(({ _id }) => _id === thematicId);
  const constituents = thematic?.tokens ?? [];
  const named = [...constituents, ...base.wallets.flatMap((wallet) => wallet.tokens)];
  const { locale } = useFormat();
  const { at, fault: wrongFrom } = instantTyped(from, asOf);
  const lines = readLines({
    typed,
    inForce: thematicId === '' ? [] : positionsInForce(base, thematicId, at),
    known: knownTokens([...named.map(({ token }) => token), ...tokens]),
    locale,
    parse: parseAmount,
  });
  const { positions } = lines;
  // The instant is named wherever it is known, so that the statement can be taken back.
  const statement =
    positions === null || wrongFrom !== null || thematicId === ''
      ? null
      : statementOf(base, thematicId, positions, at ?? asOfText);
  const refused = refusedFields(error, ['at', 'thematics']);
  return {
    ...lines,
    form,
    base,
    thematics,
    thematic,
    constituents,
    at,
    asOf,
    locale,
    statement,
    isNew: !base.wallets.some(({ thematics: own }) => own === thematicId),
    /** Whether anything was typed or chosen. */
    isBegun: thematicId !== '' || from.trim() !== '' || !lines.rows.every(isBlank),
    thematicFault: refused.fields.thematics ?? form.errors.thematicId,
    fromFault: refused.fields.at ?? null,
    refusedRows: refused.rows,
    otherFaults: refused.others,
    isTouched: form.isDirty('rows'),
    setRows: (rows: readonly DraftRow[] | null) => form.setFieldValue('rows', rows),
  };
}
