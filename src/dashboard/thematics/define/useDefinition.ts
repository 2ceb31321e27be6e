import { useForm } from '@mantine/form';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router-dom';
import { sumOf } from '#analytics/weights.ts';
import { maxNameLength, type ThematicDefinition } from '#contract/thematic.ts';
import { formatTime, parseTime } from '#contract/time.ts';
import { notify } from '../../design/notify.ts';
import { useSharedEdit } from '../../design/useSharedEdit.ts';
import { refusedFields } from '../../holdings/draft.ts';
import { type DatedValues, useDatedLines } from '../../holdings/useDatedLines.ts';
import { runMutation } from '../../portfolio/mutations.ts';
import { thematicQueries } from '../../portfolio/thematicQueries.ts';
import { numberText } from '../../preferences/parseNumber.ts';
import { urls } from '../../url/urls.ts';
import {
  type DefinitionBase,
  type DefinitionChange,
  type DefinitionInEffect,
  defineThematic,
  definitionsInEffect,
  ownFields,
  readDefinition,
  undoRedefinition,
} from './definitions.ts';
import { parseWeight, percentsOf, shortened } from './weights.ts';
import { idFault, idFor } from './thematicId.ts';

export interface DefinitionFormProps {
  readonly opened: DefinitionBase;
  readonly onClose: () => void;
  readonly onDirty: (isDirty: boolean) => void;
}

interface Values extends DatedValues {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  /** A new thematic whose levels begin with the first price instead of a date. */
  readonly isBackfilled: boolean;
}

export type DefinitionEditing = ReturnType<typeof useDefinition>;

/** Maximum difference from 1 that the service accepts in the sum of weights. */
const tolerance = 1e-9;

export function useDefinition({ opened, onClose }: DefinitionFormProps) {
  const isNew = opened.thematic === null;
  const client = useQueryClient();
  const { data: thematics = [] } = useQuery(thematicQueries.names());
  const navigate = useNavigate();
  const form = useForm<Values>({
    initialValues: valuesOf(opened),
    validateInputOnBlur: true,
    validate: {
      id: (typedId, { name }) => (isNew ? idFault(typedId || idFor(name), thematics) : null),
      name: (name) => {
        if (name.trim() === '') return 'Enter a name.';
        return name.length > maxNameLength ? `Use at most ${maxNameLength} characters.` : null;
      },
    },
    onValuesChange: () => update.reset(),
  });
  const { name, description, isBackfilled } = form.values;
  const id = opened.thematic?._id ?? (form.values.id || idFor(name));
  const update = useMutation(defineThematic(id));
  const shared = useSharedEdit<DefinitionBase, DefinitionChange, string | null>(
    opened,
    update,
    isNew ? null : () => readDefinition(id),
  );
  const { base, newer } = shared;
  const { thematic } = base;

  const definitions = definitionsInEffect(base.definitions);
  const [first] = definitions;
  const theirs = newer && definitionsInEffect(newer.definitions);
  const lines = useDatedLines({
    values: form.values,
    inEffect: (at) => percentsOf(tokensAt(definitions, at)),
    newer: theirs && ((at) => percentsOf(tokensAt(theirs, at))),
    named: (thematic?.tokens ?? []).map(({ token }) => token),
    parse: parseWeight,
    onChange: form.setValues,
  });
  const { rows, read, positions, changes, locale, at, asOf, wrongFrom } = lines;
  const since = at === null ? asOf : parseTime(at);
  const isTooEarly = at !== null && first !== undefined && parseTime(at) < first.since;
  const current = tokensAt(definitions, at);
  const sum = sumOf(read.map(({ position }) => position?.amount ?? 0)) / 100;
  const isSum = Math.abs(sum - 1) <= tolerance;
  const hasNewTokens = changes === null || changes.length > 0;
  // A thematic without a level has no past. A backfilled one begins with its first price. Neither has a date.
  const isDated = thematic === null ? !isBackfilled : thematic.total !== null;
  const body = bodyOf();

  function bodyOf(): ThematicDefinition | null {
    if (positions === null || positions.length === 0 || !isSum) return null;
    if (isDated && wrongFrom !== null) return null;
    // Unchanged weights keep all their digits.
    const weights = hasNewTokens
      ? positions.map(({ token, amount }) => ({ token, weight: amount / 100 }))
      : current.map(ownFields);
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
    positions?.length === 0
      ? 'Add a constituent first.'
      : positions !== null && !isSum
        ? 'The weights must sum to 100\u2009%.'
        : isSame
          ? 'No changes yet.'
          : null;

  const submit = (onFault: () => void) => {
    if (form.validate().hasErrors || body === null || whyNot !== null || isTooEarly)
      return onFault();
    return shared.send(
      { body, base },
      (etag) => {
        if (thematic === null) {
          notify(`Thematic created: ${body.name}`);
          void navigate(urls.thematic(id), { replace: true });
          return;
        }
        const replaced = definitions.find((one) => one.since === since);
        const undo = undoRedefinition({
          before: thematic,
          replaced,
          sent: body,
          hasNewTokens,
          etag,
        });
        notify(
          `${hasNewTokens ? 'Weights changed' : 'Thematic updated'}: ${body.name}`,
          () => void runMutation(client, undo, undefined),
        );
        onClose();
      },
      onFault,
    );
  };
  return {
    ...lines,
    ...shared,
    form,
    isDirty: form.isDirty(),
    id,
    since,
    isDated,
    definitions,
    sum,
    isSum,
    hasNewTokens,
    body,
    whyNot,
    submit,
    fieldFaults: refused.fields,
    otherFaults: [refused.others, refused.fields.tokens ?? []].flat(),
    fromFault: isTooEarly
      ? 'The thematic starts later. Enter its first day or a later one.'
      : (refused.fields.from ?? null),
    refusedRows: refused.rows,
    canSave: body !== null && whyNot === null && !isTooEarly && !update.isPending,
    resolveConflict: (keepsMine: boolean) => {
      if (newer === null) return;
      const [was, now] = [valuesOf(base), valuesOf(newer)];
      const mine = {
        ...form.values,
        name: name === was.name ? now.name : name,
        description: description === was.description ? now.description : description,
      };
      shared.rebase(newer);
      form.setValues(keepsMine ? mine : now);
      form.resetDirty(now);
    },
    scale: () => {
      const byRow = new Map(read.map((row) => [row.id, row.position?.amount ?? null]));
      lines.setRows(
        rows.map((row) => {
          const weight = byRow.get(row.id) ?? null;
          return weight === null
            ? row
            : { ...row, amount: numberText(shortened(weight / sum), locale) };
        }),
      );
    },
  };
}

const valuesOf = ({ thematic }: DefinitionBase): Values => ({
  id: '',
  name: thematic?.name ?? '',
  description: thematic?.description ?? '',
  from: '',
  isBackfilled: false,
  rows: null,
});

/** At an ISO time. null: now. */
function tokensAt(definitions: readonly DefinitionInEffect[], at: string | null) {
  const then = definitions.findLast(({ since }) => at === null || since <= parseTime(at));
  return (then ?? definitions[0])?.tokens ?? [];
}
