import { Autocomplete, Box, Select, Stack, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import type { SubmitEvent } from 'react';
import { SubmitFoot } from '../../design/FormFoot.tsx';
import { focusFirstFault } from '../../design/focusFirstFault.ts';
import { Segments } from '../../design/Segments.tsx';
import { useFormat } from '../../preferences/format.ts';
import { keysOf } from '../../preferences/keysOf.ts';
import {
  type AttributeAction,
  attributeActions,
  type AttributeChange,
  attributeChangeOf,
  type AttributeDraft,
  type ValueKind,
  valueKinds,
} from './attributeChange.ts';
import classes from './attributes.module.css';
import { knownAttributesQuery } from './knownAttributes.ts';

interface AttributeFormProps {
  readonly ids: ReadonlySet<string>;
  readonly draft: AttributeDraft;
  readonly onDraft: (draft: AttributeDraft) => void;
  readonly onChange: (change: AttributeChange) => void;
  readonly onClose: () => void;
}

const kindChoices = keysOf(valueKinds).map((value) => ({ value, label: valueKinds[value] }));
const maxOffered = 50;

export function AttributeForm({ ids, draft, onDraft, onChange, onClose }: AttributeFormProps) {
  const format = useFormat();
  const { data: known = [] } = useQuery(knownAttributesQuery);
  const form = useForm({ initialValues: draft, onValuesChange: onDraft });
  const { action, name, kind, text } = form.values;
  const attribute = known.find((one) => one.name === name);
  // In privacy mode, a value with digits may be an amount.
  const values = (attribute?.values ?? []).filter((one) => format.attribute(one) === one);
  const isListed = kind === 'text' || kind === 'number';
  const offersValues = isListed && !values.includes(text) && form.errors['text'] === undefined;
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const change = attributeChangeOf(form.values, ids);
    if ('body' in change) onChange(change);
    else {
      form.setErrors({ [change.field]: change.fault });
      focusFirstFault(event.currentTarget);
    }
  };
  const chooseName = (next: string) => {
    form.setFieldValue('name', next);
    const same = known.find((one) => one.name === next);
    if (same !== undefined && same.kind !== kind) chooseKind(same.kind);
  };
  const chooseKind = (next: ValueKind) => {
    form.setFieldValue('kind', next);
    if (next === 'boolean' || kind === 'boolean') form.setFieldValue('text', '');
  };
  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        <Box h="var(--control)">
          <Segments<AttributeAction>
            label="Action"
            choices={attributeActions}
            chosen={action}
            onChoose={(next) => form.setFieldValue('action', next)}
          />
        </Box>
        <Autocomplete
          label="Attribute"
          description={
            action === 'set' && name !== '' && attribute === undefined && known.length > 0
              ? 'No user has this attribute yet.'
              : null
          }
          // The list would cover the next field, or the error.
          data={
            attribute === undefined && form.errors['name'] === undefined
              ? known.map((one) => one.name)
              : []
          }
          limit={maxOffered}
          spellCheck={false}
          {...form.getInputProps('name')}
          onChange={chooseName}
        />
        {action === 'set' && (
          <div className={classes.value}>
            <Select<ValueKind>
              label="Type"
              data={kindChoices}
              {...form.getInputProps('kind')}
              onChange={(next) => next !== null && chooseKind(next)}
            />
            {kind === 'boolean' ? (
              <Select
                label="Value"
                data={['true', 'false']}
                {...form.getInputProps('text')}
                value={text === '' ? null : text}
              />
            ) : (
              <Autocomplete
                label="Value"
                data={offersValues ? values : []}
                limit={maxOffered}
                spellCheck={false}
                {...form.getInputProps('text')}
                description={hints[kind]}
              />
            )}
          </div>
        )}
        <Text size="xs" c="dimmed">
          Nothing changes yet: the next step shows what would change.
        </Text>
      </Stack>
      <SubmitFoot label="Preview" isPending={false} onClose={onClose} />
    </form>
  );
}

const hints: Readonly<Record<ValueKind, string | null>> = {
  text: null,
  number: null,
  boolean: null,
  list: 'Separate with commas. It replaces the earlier list.',
  json: 'Members of an object are merged into the earlier object.',
};
