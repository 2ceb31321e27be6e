import { useForm } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { thematicQueries } from '../portfolio/thematicQueries.ts';
import { isBlank, parseAmount, refusedFields } from './draft.ts';
import { type HoldingsBase, positionsInEffect, statementOf } from './statements.ts';
import { type DatedValues, useDatedLines } from './useDatedLines.ts';

export interface HoldingsValues extends DatedValues {
  readonly thematicId: string;
}

type RecordedHoldings = Pick<HoldingsBase, 'wallets' | 'statements'>;

interface HoldingsDraftOptions {
  readonly base: RecordedHoldings;
  readonly newer?: RecordedHoldings | null;
  readonly initial: HoldingsValues;
  readonly error: Error | null;
  readonly onChange: () => void;
  readonly isShown?: boolean;
}

export type HoldingsDraft = ReturnType<typeof useHoldingsDraft>;

export function useHoldingsDraft(options: HoldingsDraftOptions) {
  const { base, newer = null, initial, error, onChange, isShown: enabled = true } = options;
  const { data: thematics = [] } = useQuery({ ...thematicQueries.names(), enabled });
  const form = useForm<HoldingsValues>({
    initialValues: initial,
    validate: { thematicId: (id) => (id === '' ? 'Choose a thematic.' : null) },
    onValuesChange: onChange,
  });
  const { thematicId, from } = form.values;

  const thematic = thematics.find(({ _id }) => _id === thematicId);
  const constituents = thematic?.tokens ?? [];
  const named = [...constituents, ...base.wallets.flatMap((wallet) => wallet.tokens)];
  const inEffectOf = (holdings: RecordedHoldings) => (at: string | null) =>
    thematicId === '' ? [] : positionsInEffect(holdings, thematicId, at);
  const lines = useDatedLines({
    values: form.values,
    inEffect: inEffectOf(base),
    newer: newer && inEffectOf(newer),
    named: named.map(({ token }) => token),
    parse: parseAmount,
    onChange: form.setValues,
    enabled,
  });
  const { positions, at, asOfText, wrongFrom } = lines;
  // A known date is sent explicitly, so that the statement can be undone.
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
    statement,
    isNew: !base.wallets.some(({ thematics: own }) => own === thematicId),
    isBegun: thematicId !== '' || from.trim() !== '' || !lines.rows.every(isBlank),
    thematicFault: refused.fields.thematics ?? form.errors.thematicId,
    fromFault: refused.fields.at ?? null,
    refusedRows: refused.rows,
    otherFaults: refused.others,
    isTouched: form.isDirty('rows'),
  };
}
