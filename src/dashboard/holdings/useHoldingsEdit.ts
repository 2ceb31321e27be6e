import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type SubmitEvent, useMemo, useState } from 'react';
import type { Thematic } from '#contract/thematic.ts';
import { parseTime } from '#contract/time.ts';
import type { Token } from '#contract/token.ts';
import { hasCode } from '../api/errors.ts';
import { focusFirstFault } from '../design/focusFirstFault.ts';
import { instantTyped } from '../design/InstantField.tsx';
import { notify } from '../design/notify.ts';
import { useOnce } from '../design/once.ts';
import { capabilitiesQuery } from '../portfolio/capabilities.ts';
import { updateUser } from '../portfolio/mutations.ts';
import { chosenLocale } from '../preferences/preferences.ts';
import {
  type DraftRow,
  knownTokens,
  draftPositionsOf,
  readRows,
  refusedFields,
  draftRowsOf,
} from './draft.ts';
import { isCommaDecimal, readAmount } from './readAmount.ts';
import {
  type HoldingsBase,
  holdingChanges,
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
  readonly thematics: readonly Thematic[];
  readonly tokens: readonly Token[];
  readonly initialThematic: string;
  readonly onClose: () => void;
  /** Whether closing would lose something that was typed. */
  readonly onDirty: (isDirty: boolean) => void;
}

/** Everything the form of holdings holds: what is typed, what follows from it, and what sending it does. */
export type HoldingsEditing = ReturnType<typeof useHoldingsEdit>;

export function useHoldingsEdit(props: HoldingsFormProps) {
  const { opened, thematics, tokens, initialThematic, onClose } = props;
  const client = useQueryClient();
  const asOfText = useQuery(capabilitiesQuery).data?.market.asOf ?? null;
  const [base, setBase] = useState(opened);
  const [newer, setNewer] = useState<HoldingsBase | null>(null);
  const [thematicId, setThematicId] = useState(initialThematic);
  const [atText, setAtText] = useState('');
  // null as long as nobody touched them: then they are what is in force.
  const [typed, setTyped] = useState<readonly DraftRow[] | null>(null);
  const [isSubmitted, setSubmitted] = useState(false);
  const update = useMutation(updateUser(base.tagged.user.customId));
  const send = useOnce(update);

  const thematic = thematics.find(({ _id }) => _id === thematicId);
  const known = useMemo(() => {
    const named = [...(thematic?.tokens ?? []), ...base.wallets.flatMap((wallet) => wallet.tokens)];
    return knownTokens([...named.map(({ token }) => token), ...tokens]);
  }, [thematic, base.wallets, tokens]);

  const hasDecimalComma = isCommaDecimal(chosenLocale());
  const asOf = asOfText === null ? null : parseTime(asOfText);
  const { at, fault: wrongAt } = instantTyped(atText, asOf);
  const inForce = useMemo(
    () => (thematicId === '' ? [] : positionsInForce(base, thematicId, at)),
    [base, thematicId, at],
  );
  const rows = useMemo(() => typed ?? draftRowsOf(inForce), [typed, inForce]);
  const read = useMemo(
    () => readRows(rows, known, (text) => readAmount(text, hasDecimalComma)),
    [rows, known, hasDecimalComma],
  );
  const positions = useMemo(() => draftPositionsOf(read), [read]);
  const changes = useMemo(
    () => (positions === null ? null : holdingChanges(inForce, positions)),
    [positions, inForce],
  );
  const isNew = !base.wallets.some(({ thematics: own }) => own === thematicId);
  // The instant is named wherever it is known, so that the statement can be taken back.
  const statement =
    positions === null || wrongAt !== null || thematicId === ''
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

  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    setSubmitted(true);
    if (statement === null || json === null || whyNot !== null) {
      focusFirstFault(form);
      return;
    }
    send(
      { json, etag: base.tagged.etag },
      () => {
        const back = takingBack(base, statement);
        const { customId } = base.tagged.user;
        const what = `${positions?.length === 0 ? 'Wallet closed' : 'Holdings recorded'}: ${thematic?.name ?? thematicId} of ${customId}`;
        notify(what, back && { label: 'Undo', run: () => void stateAside(client, customId, back) });
        onClose();
      },
      (error) => {
        if (hasCode(error, 'precondition-failed')) {
          void readBase(client, base.tagged.user.customId).then(setNewer, () => {});
        } else focusFirstFault(form);
      },
    );
  };
  const forget = () => update.reset();
  return {
    base,
    newer,
    thematic,
    thematicId,
    at,
    atText,
    asOf,
    hasDecimalComma,
    supersededAt: at === null ? null : supersededAt(base, thematicId, at),
    rows,
    read,
    known,
    inForce,
    positions,
    changes,
    json,
    isNew,
    isSubmitted,
    whyNot,
    submit,
    error: update.error,
    isSaving: update.isPending,
    canSave: json !== null && whyNot === null && !update.isPending,
    closes: !isNew && positions?.length === 0,
    isDirty: typed !== null || atText !== '' || thematicId !== initialThematic,
    thematicFault:
      refused.fields.thematics ?? (isSubmitted && thematicId === '' ? 'Choose a thematic.' : null),
    atFault: refused.fields.at ?? null,
    refusedRows: refused.rows,
    otherFaults: refused.others,
    isTouched: typed !== null,
    chooseThematic: (id: string) => {
      setThematicId(id);
      forget();
    },
    typeAt: (text: string) => {
      setAtText(text);
      forget();
    },
    setRows: (next: readonly DraftRow[] | null) => {
      setTyped(next);
      forget();
    },
    /** Goes on from the newer holdings, with what was typed or without. */
    goOn: (keepsMine: boolean) => {
      if (newer === null) return;
      setBase(newer);
      if (keepsMine) setTyped(rows);
      else setTyped(null);
      setNewer(null);
      forget();
    },
  };
}
