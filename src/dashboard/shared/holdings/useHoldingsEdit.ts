import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type SubmitEvent, useMemo, useState } from 'react';
import { parseTime } from '#contract/time.ts';
import { capabilitiesQuery } from '../api/capabilities.ts';
import { hasCode } from '../api/errors.ts';
import { updateUser } from '../api/updateUser.ts';
import { notify } from '../notices.ts';
import { useOnce } from '../once.ts';
import { chosenTimeZone } from '../preferences.ts';
import { readAt } from './atText.ts';
import { type HoldingsBase, positionsInForce, readBase } from './base.ts';
import { holdingChanges } from './changes.ts';
import { type DraftRow, positionsOf, readRows, rowsOf } from './draft.ts';
import { focusFirstFault } from './focusFirstFault.ts';
import type { HoldingsFormProps } from './HoldingsForm.tsx';
import { knownTokens } from './knownTokens.ts';
import { serviceFaults } from './serviceFaults.ts';
import { stateAside, statementOf, statementText, takingBack } from './statement.ts';

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
    return knownTokens([...named.map(({ token }) => token), ...(tokens ?? [])], tokens !== null);
  }, [thematic, base.wallets, tokens]);

  const { at, fault: wrongAt } = readAt(atText, {
    asOf: asOfText === null ? null : parseTime(asOfText),
    timeZone: chosenTimeZone(),
  });
  const inForce = useMemo(
    () => (thematicId === '' ? [] : positionsInForce(base, thematicId, at)),
    [base, thematicId, at],
  );
  const rows = useMemo(() => typed ?? rowsOf(inForce ?? []), [typed, inForce]);
  const read = useMemo(() => readRows(rows, known), [rows, known]);
  const positions = useMemo(() => positionsOf(read), [read]);
  const changes = useMemo(
    () => (positions === null || inForce === null ? null : holdingChanges(inForce, positions)),
    [positions, inForce],
  );
  const isNew = !base.wallets.some(({ thematics: own }) => own === thematicId);
  // The instant is named wherever it is known, so that the statement can be taken back.
  const statement =
    positions === null || wrongAt !== null || thematicId === ''
      ? null
      : statementOf(thematicId, positions, at ?? asOfText);
  const json = statement === null ? null : statementText(statement);
  const faults = serviceFaults(update.error);
  const whyNot = whyNotOf();

  function whyNotOf(): string | null {
    if (thematicId === '') return 'Choose a thematic first.';
    if (statement === null) return null;
    if (isNew && positions?.length === 0) return 'A new wallet needs a position.';
    if (changes?.length === 0)
      return at === null ? 'Nothing changes yet.' : 'This is in force then already.';
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
        const what = `${positions?.length === 0 ? 'Wallet closed' : 'Holdings stated'}: ${thematic?.name ?? thematicId} of ${customId}`;
        notify(what, back && { label: 'Undo', run: () => void stateAside(client, customId, back) });
        onClose();
      },
      (error) => {
        if (hasCode(error, 'precondition-failed')) {
          void readBase(client, base.tagged.user.customId, base.statements !== null).then(
            setNewer,
            () => {},
          );
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
      faults.thematic ?? (isSubmitted && thematicId === '' ? 'A thematic is needed.' : null),
    atFault: wrongAt ?? faults.at,
    rowFaults: faults.rows,
    otherFaults: faults.others,
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
