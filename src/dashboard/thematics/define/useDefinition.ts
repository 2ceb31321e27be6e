import { useForm } from '@mantine/form';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { sumOf } from '#analytics/weights.ts';
import {
  type DatedDefinition,
  maxNameLength,
  type Thematic,
  type ThematicDefinition,
} from '#contract/thematic.ts';
import { formatTime, parseTime } from '#contract/time.ts';
import type { Token } from '#contract/token.ts';
import { customIdFault } from '#contract/user.ts';
import { focusFirstFault } from '../../design/focusFirstFault.ts';
import { instantTyped } from '../../design/InstantField.tsx';
import { notify } from '../../design/notify.ts';
import { useOnce } from '../../design/once.ts';
import {
  type DraftRow,
  knownTokens,
  draftPositionsOf,
  readRows,
  refusedFields,
  draftRowsOf,
} from '../../holdings/draft.ts';
import { isCommaDecimal, type ReadAmount, readAmount } from '../../holdings/readAmount.ts';
import { holdingChanges } from '../../holdings/statements.ts';
import { capabilitiesQuery } from '../../portfolio/capabilities.ts';
import { runMutation } from '../../portfolio/mutations.ts';
import { chosenLocale } from '../../preferences/preferences.ts';
import { urls } from '../../url/urls.ts';
import { defineThematic, definitionsInForce, undoRedefinition } from './definitions.ts';

export interface DefinitionFormProps {
  /** What is redefined; null: a new one. */
  readonly thematic: Thematic | null;
  readonly definitions: readonly DatedDefinition[];
  readonly thematics: readonly Thematic[];
  readonly tokens: readonly Token[];
  readonly onClose: () => void;
  readonly onDirty: (isDirty: boolean) => void;
}

interface Values {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly from: string;
  /** null as long as nobody touched them: then they are what is in force. */
  readonly rows: readonly DraftRow[] | null;
}

/** Everything the form of a thematic holds: what is typed, what follows from it, and what sending it does. */
export type DefinitionEditing = ReturnType<typeof useDefinition>;

/** The service takes weights whose sum is so near to 1. */
const tolerance = 1e-9;

export function useDefinition(props: DefinitionFormProps) {
  const { thematic, thematics, tokens, onClose } = props;
  const client = useQueryClient();
  const navigate = useNavigate();
  const asOfText = useQuery(capabilitiesQuery).data?.market.asOf ?? null;
  const asOf = asOfText === null ? null : parseTime(asOfText);
  const [isSubmitted, setSubmitted] = useState(false);
  const form = useForm<Values>({
    initialValues: {
      id: '',
      name: thematic?.name ?? '',
      description: thematic?.description ?? '',
      from: '',
      rows: null,
    },
    validateInputOnBlur: true,
    validate: {
      id: (typedId, { name }) =>
        thematic === null ? idFault(typedId || idFor(name), thematics) : null,
      name: (name) => {
        if (name.trim() === '') return 'Enter a name.';
        return name.length > maxNameLength ? `Use at most ${maxNameLength} characters.` : null;
      },
    },
    onValuesChange: () => update.reset(),
  });
  const { name, description, from: fromText, rows: typed } = form.values;
  const id = thematic?._id ?? (form.values.id || idFor(name));
  const update = useMutation(defineThematic(id));
  const send = useOnce(update);

  const inForce = useMemo(() => definitionsInForce(props.definitions), [props.definitions]);
  const [first] = inForce;
  const { at, fault: wrongFrom } = instantTyped(fromText, asOf);
  const since = at === null ? asOf : parseTime(at);
  const isTooEarly = at !== null && first !== undefined && parseTime(at) < first.since;
  const inForceThen = inForce.findLast((one) => at === null || one.since <= parseTime(at)) ?? first;
  const current = (inForceThen?.tokens ?? []).map(({ token, weight }) => ({
    token,
    amount: weight,
  }));

  const known = useMemo(
    () => knownTokens([...(thematic?.tokens.map(({ token }) => token) ?? []), ...tokens]),
    [thematic, tokens],
  );
  const hasDecimalComma = isCommaDecimal(chosenLocale());
  const rows = typed ?? draftRowsOf(current.map(inPercent));
  const read = readRows(rows, known, (text) => readWeight(text, hasDecimalComma));
  const stated = draftPositionsOf(read);
  const sum = sumOf(read.map(({ position }) => position?.amount ?? 0)) / 100;
  const isSum = Math.abs(sum - 1) <= tolerance;
  const changes =
    stated &&
    holdingChanges(current.map(inPercent), stated).map((one) => ({
      ...one,
      before: one.before === null ? null : one.before / 100,
      after: one.after === null ? null : one.after / 100,
    }));
  const hasNewTokens = changes === null || changes.length > 0;
  // A thematic without a level has no past, and a new one begins with its first price: neither has a date.
  const isDated = thematic !== null && thematic.total !== null;
  const body = bodyOf();

  function bodyOf(): ThematicDefinition | null {
    if (stated === null || stated.length === 0 || !isSum || wrongFrom !== null) return null;
    // What nobody changed has the digits it had.
    const weights = hasNewTokens
      ? stated.map(({ token, amount }) => ({ token, weight: amount / 100 }))
      : current.map(({ token, amount }) => ({ token, weight: amount }));
    return {
      name: name.trim(),
      description: description.trim(),
      tokens: weights,
      ...(isDated && hasNewTokens && since !== null ? { from: formatTime(since) } : {}),
    };
  }
  const refused = refusedFields(update.error, ['id', 'name', 'description', 'from', 'tokens']);
  const isSame =
    thematic !== null &&
    !hasNewTokens &&
    name.trim() === thematic.name &&
    description.trim() === thematic.description;
  const whyNot =
    stated?.length === 0
      ? 'Add a constituent first.'
      : stated !== null && !isSum
        ? 'The weights must sum to 100\u2009%.'
        : isSame
          ? 'No changes yet.'
          : null;

  const submit = form.onSubmit(
    (_values, event) => {
      setSubmitted(true);
      const target = event?.currentTarget;
      if (body === null || whyNot !== null || isTooEarly) return focusFirstFault(target);
      return send(
        body,
        () => {
          if (thematic === null) {
            notify(`Thematic created: ${body.name}`);
            void navigate(urls.thematic(id), { replace: true });
            return;
          }
          const replaced = inForce.find(({ since: begun }) => begun === since);
          const undo = undoRedefinition({ before: thematic, replaced, sent: body, hasNewTokens });
          notify(`Thematic ${hasNewTokens ? 'redefined' : 'updated'}: ${body.name}`, {
            label: 'Undo',
            run: () => void runMutation(client, undo, undefined),
          });
          onClose();
        },
        () => focusFirstFault(target),
      );
    },
    (_errors, _values, event) => {
      setSubmitted(true);
      focusFirstFault(event?.currentTarget);
    },
  );
  return {
    form,
    id,
    asOf,
    since,
    isDated,
    inForce,
    rows,
    read,
    known,
    stated,
    sum,
    isSum,
    changes,
    hasNewTokens,
    body,
    whyNot,
    submit,
    refused,
    fromFault: isTooEarly
      ? 'The thematic begins later: enter its first day or a later one.'
      : (refused.fields.from ?? null),
    isSubmitted,
    refusedRows: refused.rows,
    error: update.error,
    isSaving: update.isPending,
    canSave: body !== null && whyNot === null && !isTooEarly && !update.isPending,
    setRows: (next: readonly DraftRow[] | null) => form.setFieldValue('rows', next),
    /** Makes the weights sum to 100 %, each by the same factor. */
    scale: () => {
      const byRow = new Map(read.map((row) => [row.id, row.position?.amount ?? null]));
      form.setFieldValue(
        'rows',
        rows.map((row) => {
          const weight = byRow.get(row.id) ?? null;
          return weight === null ? row : { ...row, amount: shortened(weight / sum) };
        }),
      );
    },
  };
}

/** So many digits: more are what floating point left. */
const shortened = (value: number) => String(Number(value.toPrecision(12)));

const inPercent = ({ token, amount }: { token: string; amount: number }) => ({
  token,
  amount: Number(shortened(amount * 100)),
});

/** A weight in per cent, with its sign or without. */
function readWeight(typed: string, hasDecimalComma: boolean): ReadAmount {
  const text = typed.trim().replace(/\s*%$/, '');
  if (text === '') return { amount: null, fault: 'Enter a weight in per cent.', kept: null };
  const read = readAmount(text, hasDecimalComma);
  if (read.amount === null || read.amount > 0) return read;
  return { amount: null, fault: 'A weight must be over 0.', kept: null };
}

/** An id made of a name: `Layer 1 & 2` is `layer-1-2`. */
function idFor(name: string): string {
  const plain = name.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
  return plain.replace(/[^\p{L}\p{N}]+/gu, '-').replace(/^-+|-+$/g, '');
}

function idFault(id: string, thematics: readonly Thematic[]): string | null {
  // A definition of an id that is taken would redefine that thematic.
  if (thematics.some(({ _id }) => _id === id)) return `There is a thematic “${id}” already.`;
  const fault = customIdFault(id);
  return fault === null ? null : `The id ${fault}.`;
}
