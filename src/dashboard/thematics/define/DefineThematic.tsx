import { Button, Checkbox, Group, Text, TextInput, Textarea } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { pathOf } from '#contract/operation.ts';
import { putThematic } from '#contract/operations/thematics.ts';
import type { Thematic } from '#contract/thematic.ts';
import { EffectiveFromField } from '../../holdings/EffectiveFromField.tsx';
import { LinesDialog, LinesForm } from '../../holdings/LinesForm.tsx';
import classes from '../../holdings/LinesForm.module.css';
import { PasteList } from '../../holdings/PasteList.tsx';
import { keys } from '../../portfolio/queryKeys.ts';
import { useFormat } from '../../preferences/format.ts';
import { forms } from '../../url/forms.ts';
import { DefinitionPreview } from './DefinitionPreview.tsx';
import {
  preconditionOf,
  type DefinitionBase,
  newDefinition,
  readDefinition,
} from './definitions.ts';
import {
  type DefinitionEditing,
  type DefinitionFormProps,
  useDefinition,
} from './useDefinition.ts';

interface DefineThematicProps {
  readonly thematic: Thematic | null;
  readonly onClose: () => void;
}

export function DefineThematic({ thematic, onClose }: DefineThematicProps) {
  // Title when the dialog opened: each tick brings a new thematic object.
  const [title] = useState(
    thematic === null ? forms.defineThematic.label : `Edit weights of ${thematic.name}`,
  );
  const id = thematic?._id ?? '';
  const query = useQuery<DefinitionBase>({
    queryKey: keys.definitionEdit(id),
    queryFn: () => readDefinition(id),
    // The edit starts from the current definition. A later refetch must not change it.
    staleTime: 'static',
    gcTime: 0,
    ...(thematic === null && { enabled: false, placeholderData: newDefinition }),
  });
  return (
    <LinesDialog {...{ title, query, onClose }} what="The definitions">
      {(opened, onDirty) => <DefinitionForm {...{ opened, onClose, onDirty }} />}
    </LinesDialog>
  );
}

function DefinitionForm(props: DefinitionFormProps) {
  const format = useFormat();
  const edit = useDefinition(props);
  const { base, body } = edit;
  const { thematic } = base;
  const isNew = thematic === null;
  return (
    <LinesForm
      {...props}
      {...{ edit }}
      fields={<Texts {...{ edit, isNew }} />}
      label="Constituents"
      number="Weight, %"
      side={{ head: 'Price', cell: (read) => format.price(read?.known?.price) }}
      foot={<Sum {...{ edit }} />}
      tools={<PasteList {...{ edit }} number="weight" example={example(edit)} />}
      changesTitle={isNew ? 'Composition' : 'Changes'}
      noChanges={isNew ? 'No constituents yet.' : 'No change in composition.'}
      write={(weight) => format.market.percent(weight / 100)}
      conflict={conflictOf(edit)}
      consequence={
        body !== null && edit.hasNewTokens && <DefinitionPreview {...{ edit, thematic }} />
      }
      request={
        body === null || edit.whyNot !== null
          ? null
          : {
              method: putThematic.method,
              path: pathOf(putThematic, { params: { id: edit.id } }),
              headers: preconditionOf(base),
              text: JSON.stringify(body, null, 2),
            }
      }
      submitLabel={isNew ? forms.defineThematic.submit : 'Save'}
    />
  );
}

function conflictOf({ base, newer, theirs }: DefinitionEditing) {
  const texts = (['name', 'description'] as const).flatMap((field) => {
    const [before, after] = [base, newer ?? base].map((one) => one.thematic?.[field] ?? '');
    return before === after ? [] : [{ field, before, after }];
  });
  const hasChanges = texts.length > 0 || (theirs ?? []).length > 0;
  return {
    what: 'thematic',
    text: hasChanges ? 'Their changes:' : 'They changed its weights at another date.',
    others: texts.length > 0 && (
      <ul className={classes.differences}>
        {texts.map(({ field, before, after }) => (
          <li key={field}>
            <b>{field === 'name' ? 'Name' : 'Description'}</b>
            <span>
              {before !== '' && <del>{before}</del>} {after !== '' && <ins>{after}</ins>}
            </span>
          </li>
        ))}
      </ul>
    ),
  };
}

const example = ({ known }: DefinitionEditing): string => {
  const [one, other] = known.list.map(({ symbol }) => symbol);
  return `${one ?? 'BTC'} 60, ${other ?? 'ETH'} 40`;
};

function Texts({ edit, isNew }: { readonly edit: DefinitionEditing; readonly isNew: boolean }) {
  const { form, fieldFaults } = edit;
  const field = (name: 'id' | 'name' | 'description') => {
    const { error, ...props } = form.getInputProps(name);
    return { ...props, error: error ?? fieldFaults[name], autoComplete: 'off' };
  };
  return (
    <>
      <div className={classes.whatAndWhen}>
        <TextInput label="Name" {...field('name')} />
        {isNew && (
          <TextInput
            label="Id"
            description="You cannot change the id or delete the thematic later."
            placeholder={edit.id}
            spellCheck={false}
            {...field('id')}
          />
        )}
        {edit.isDated && <EffectiveFromField {...{ edit }} />}
      </div>
      {isNew && (
        <Checkbox
          label="Backfill from the first available price"
          {...form.getInputProps('isBackfilled', { type: 'checkbox' })}
        />
      )}
      <Textarea
        label="Description (optional)"
        autosize={false}
        rows={2}
        {...field('description')}
      />
    </>
  );
}

function Sum({ edit }: { readonly edit: DefinitionEditing }) {
  const format = useFormat();
  const { sum, isSum, positions } = edit;
  if (positions === null || positions.length === 0) return null;
  return (
    <Group gap={0}>
      {!isSum && (
        <Button variant="subtle" onClick={edit.scale}>
          Scale to 100 %
        </Button>
      )}
      <Text component="output" fz="xs" c={isSum ? 'dimmed' : 'var(--warn)'}>
        Sum {format.market.percent(sum)}
      </Text>
    </Group>
  );
}
