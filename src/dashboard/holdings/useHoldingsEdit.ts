import { useForm } from '@mantine/form';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { parseTime } from '#contract/time.ts';
import { hasCode } from '../api/errors.ts';
import { instantTyped } from '../design/InstantField.tsx';
import { notify } from '../design/notify.ts';
import { useOnce } from '../design/once.ts';
import { capabilitiesQuery } from '../portfolio/capabilities.ts';
import { updateUser } from '../portfolio/mutations.ts';
import { thematicQueries, tokenQueries } from '../portfolio/thematicQueries.ts';
import { chosenLocale } from '../preferences/preferences.ts';
import { type DraftRow, knownTokens, readLines, refusedFields } from './draft.ts';
import { isCommaDecimal, readAmount } from './readAmount.ts';
import {
  type HoldingsBase,
  positionsInForce,
  readBase,
  stateAside,
  statementOf,
  statementText,
  supersededAt,
  takingBack,
} from './statements.ts';

export interface HoldingsFormProps {
  readonly opened: HoldingsBase;
  readonly initialThematic: string;
  readonly onClose: () => void;
  /** Whether closing would lose something that was typed. */
  readonly onDirty: (isDirty: boolean) => void;
}

interface Values {
  readonly thematicId: string;
  readonly from: string;
  /** null as long as nobody touched them: then they are what is in force. */
  readonly rows: readonly DraftRow[] | null;
}

/** Everything the form of holdings holds: what is typed, what follows from it, and what sending it does. */
export type HoldingsEditing = ReturnType<typeof useHoldingsEdit>;

export function useHoldingsEdit({ opened, initialThematic, onClose }: HoldingsFormProps) {
  const client = useQueryClient();
  const { data: thematics = [] } = useQuery(thematicQueries.names());
  const { data: tokens = [] } = useQuery(tokenQueries.all());
  const asOfText = useQuery(capabilitiesQuery).data?.market.asOf ?? null;
  const asOf = asOfText === null ? null : parseTime(asOfText);
  const [base, setBase] = useState(opened);
  const [newer, setNewer] = useState<HoldingsBase | null>(null);
  const { customId } = base.tagged.user;
  const update = useMutation(updateUser(customId));
  const send = useOnce(update);
  const form = useForm<Values>({
    initialValues: { thematicId: initialThematic, from: '', rows: null },
    validate: { thematicId: (id) => (id === '' ? 'Choose a thematic.' : null) },
    onValuesChange: () => update.reset(),
  });
  const { thematicId, rows: typed } = form.values;

  const thematic = thematics.find(({ _id }) => _id === thematicId);
  const constituents = thematic?.tokens ?? [];
  const named = [...constituents, ...base.wallets.flatMap((wallet) => wallet.tokens)];
  const hasDecimalComma = isCommaDecimal(chosenLocale());
  const { at, fault: wrongFrom } = instantTyped(form.values.from, asOf);
  const lines = readLines({
    typed,
    inForce: thematicId === '' ? [] : positionsInForce(base, thematicId, at),
    known: knownTokens([...named.map(({ token }) => token), ...tokens]),
    readNumber: (text) => readAmount(text, hasDecimalComma),
  });
  const { positions, changes } = lines;
  const isNew = !base.wallets.some(({ thematics: own }) => own === thematicId);
  // The instant is named wherever it is known, so that the statement can be taken back.
  const statement =
    positions === null || wrongFrom !== null || thematicId === ''
      ? null
      : statementOf(thematicId, positions, at ?? asOfText);
  const json = statement === null ? null : statementText(statement);
  const refused = refusedFields(update.error, ['at', 'thematics']);
  const whyNot = whyNotOf();

  function whyNotOf(): string | null {
    if (thematicId === '') return 'Choose a thematic first.';
    if (statement === null) return null;
    if (isNew && positions?.length === 0) return 'Add a position first.';
    if (changes?.length === 0)
      return at === null ? 'No changes yet.' : 'These are the holdings then already.';
    return null;
  }

  const submit = (onFault: () => void) => {
    if (form.validate().hasErrors || statement === null || json === null || whyNot !== null)
      return onFault();
    return send(
      { json, etag: base.tagged.etag },
      () => {
        const back = takingBack(base, statement);
        const what = positions?.length === 0 ? 'Wallet closed' : 'Holdings recorded';
        notify(
          `${what}: ${thematic?.name ?? thematicId} of ${customId}`,
          back && (() => void stateAside(client, customId, back)),
        );
        onClose();
      },
      (error) => {
        if (hasCode(error, 'precondition-failed')) {
          void readBase(client, customId).then(setNewer, () => {});
        } else onFault();
      },
    );
  };
  return {
    ...lines,
    form,
    base,
    newer,
    thematics,
    constituents,
    at,
    asOf,
    hasDecimalComma,
    supersededAt: at === null ? null : supersededAt(base, thematicId, at),
    json,
    isNew,
    whyNot,
    submit,
    error: newer === null ? update.error : null,
    isSaving: update.isPending,
    canSave: json !== null && whyNot === null && !update.isPending,
    closes: !isNew && positions?.length === 0,
    isDirty: form.isDirty(),
    thematicFault: refused.fields.thematics ?? form.errors.thematicId,
    fromFault: refused.fields.at ?? null,
    refusedRows: refused.rows,
    otherFaults: refused.others,
    isTouched: typed !== null,
    setRows: (rows: readonly DraftRow[] | null) => form.setFieldValue('rows', rows),
    /** Goes on from the newer holdings, with what was typed or without. */
    goOn: (from: HoldingsBase, keepsMine: boolean) => {
      setBase(from);
      setNewer(null);
      form.setFieldValue('rows', keepsMine ? lines.rows : null);
      update.reset();
    },
  };
}
