import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { pointer, type ProblemFault } from '#contract/problem.ts';
import { readOnlyAttributes } from '#contract/user.ts';
import { type Attributes, commonAttributes, listOf, ownMember } from './userAttributes.ts';
import classes from './edit.module.css';
import { withMember, withoutMember } from './attributesText.ts';

interface AttributeFieldsProps {
  readonly text: string;
  readonly attributes: Attributes;
  /** Attributes when the edit began. Their fields stay, even if emptied. */
  readonly before: Attributes;
  readonly refused: readonly ProblemFault[];
  readonly onChange: (text: string) => void;
  readonly onJson?: () => void;
}

/** Common attributes and all other texts as fields. Other values are edited as JSON. An emptied attribute is removed. */
export function AttributeFields(props: AttributeFieldsProps) {
  const { text, attributes, before, refused, onChange, onJson } = props;
  const [added, setAdded] = useState<readonly string[]>([]);
  const change = (name: string, value: string | readonly string[]) =>
    onChange(value.length === 0 ? withoutMember(text, name) : withMember(text, name, value));
  return (
    <Stack gap="sm">
      {fieldsOf(attributes, before, added).map((field) => (
        <OneField
          key={field.name}
          field={field}
          error={faultOf(field.name, refused)}
          onChange={(value) => change(field.name, value)}
          {...{ onJson }}
        />
      ))}
      <AddAttribute
        existing={attributes}
        onAdd={(name, value) => {
          setAdded([...added, name]);
          onChange(withMember(text, name, value));
        }}
      />
    </Stack>
  );
}

function faultOf(name: string, refused: readonly ProblemFault[]): string | null {
  const own = pointer([name]);
  const match = refused.find((fault) => `${fault.pointer}/`.startsWith(`${own}/`));
  return match?.detail ?? null;
}

interface OneFieldProps {
  readonly field: AttributeField;
  readonly error: string | null;
  readonly onChange: (value: string | readonly string[]) => void;
  readonly onJson: (() => void) | undefined;
}

function OneField({ field, error, onChange, onJson }: OneFieldProps) {
  const { label, kind, value } = field;
  const [typed, setTyped] = useState(kind === 'list' ? value : '');
  if (kind === 'other') {
    return (
      <div>
        <Text size="xs" fw={500}>
          {label}
        </Text>
        <Group gap="xs" wrap="nowrap">
          <Text ff="monospace" size="xs" c="var(--ink-2)" truncate flex={1} title={value}>
            {value}
          </Text>
          {onJson && (
            <Button variant="subtle" aria-label={`Edit ${label} as JSON`} onClick={onJson}>
              JSON
            </Button>
          )}
        </Group>
      </div>
    );
  }
  return (
    <TextInput
      label={label}
      value={kind === 'list' ? typed : value}
      error={error}
      description={kind === 'list' && error === null ? 'Separate with commas' : null}
      autoComplete="off"
      spellCheck={false}
      onChange={(event) => {
        const next = event.currentTarget.value;
        setTyped(next);
        onChange(kind === 'list' ? listOf(next) : next);
      }}
    />
  );
}

interface AddAttributeProps {
  readonly existing: Attributes;
  readonly onAdd: (name: string, value: string) => void;
}

const reserved: readonly string[] = [...readOnlyAttributes, 'wallets'];

function AddAttribute({ existing, onAdd }: AddAttributeProps) {
  const [name, setName] = useState('');
  const [value, setValue] = useState('');
  const fault = reserved.includes(name)
    ? 'Reserved by the service.'
    : Object.hasOwn(existing, name)
      ? 'This attribute already exists.'
      : null;
  const canAdd = name !== '' && value !== '' && fault === null;
  const add = () => {
    if (!canAdd) return;
    onAdd(name, value);
    setName('');
    setValue('');
  };
  return (
    <div className={classes.add}>
      <TextInput
        label="New attribute"
        value={name}
        placeholder="name"
        autoComplete="off"
        error={fault}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <TextInput
        label="Value"
        value={value}
        autoComplete="off"
        onChange={(event) => setValue(event.currentTarget.value)}
      />
      <Button onClick={add} aria-disabled={!canAdd}>
        Add
      </Button>
    </div>
  );
}

interface AttributeField {
  readonly name: string;
  readonly label: string;
  /** `list`: words. `other`: only editable as JSON. */
  readonly kind: 'text' | 'list' | 'other';
  readonly value: string;
}

/**
 * Common attributes first, then existing ones, then those added since. Each keeps its place.
 * @param before as they were when the edit began.
 */
function fieldsOf(
  attributes: Attributes,
  before: Attributes,
  added: readonly string[],
): AttributeField[] {
  const names = new Set([
    ...commonAttributes.map(({ name }) => name),
    ...Object.keys(before),
    ...added,
    ...Object.keys(attributes),
  ]);
  return [...names].flatMap((name) => {
    const known = commonAttributes.find((one) => one.name === name);
    const [value, old] = [ownMember(attributes, name), ownMember(before, name)];
    const { kind, text } = fieldTextOf(value ?? old) ?? { kind: known?.kind ?? 'text', text: '' };
    if (kind === 'other' && value === undefined) return [];
    return { name, label: known?.label ?? name, kind, value: value === undefined ? '' : text };
  });
}

function fieldTextOf(value: unknown): { kind: AttributeField['kind']; text: string } | null {
  if (value === undefined) return null;
  if (typeof value === 'string' && !/[\r\n]/.test(value)) return { kind: 'text', text: value };
  const isWords =
    Array.isArray(value) &&
    value.length > 0 &&
    value.every(
      (one) => typeof one === 'string' && one.trim() === one && one !== '' && !one.includes(','),
    );
  return isWords
    ? { kind: 'list', text: value.join(', ') }
    : { kind: 'other', text: JSON.stringify(value) };
}
