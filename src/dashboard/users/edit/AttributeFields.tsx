import { useState } from 'react';
import { pointer, type ProblemFault } from '#contract/problem.ts';
import { Button } from '../../shared/ui/Button.tsx';
import { Field } from '../../shared/ui/Field.tsx';
import type { Attributes } from '../userAttributes.ts';
import { AddAttribute } from './AddAttribute.tsx';
import { withMember, withoutMember } from './changeMember.ts';
import { type AttributeField, fieldsOf, listOf } from './attributeField.ts';
import classes from './AttributeFields.module.css';

interface AttributeFieldsProps {
  readonly text: string;
  readonly attributes: Attributes;
  /** As they were when the edit began: their fields stay, even when they are emptied. */
  readonly before: Attributes;
  /** What the service found wrong, by its place. */
  readonly refused: readonly ProblemFault[];
  readonly onChange: (text: string) => void;
  readonly onJson: () => void;
}

/** The common attributes as fields, and every other text; what is no text is edited as JSON. Emptied is removed. */
export function AttributeFields(props: AttributeFieldsProps) {
  const { text, attributes, before, refused, onChange, onJson } = props;
  const [added, setAdded] = useState<readonly string[]>([]);
  const change = (name: string, value: string | readonly string[]) =>
    onChange(value.length === 0 ? withoutMember(text, name) : withMember(text, name, value));
  return (
    <div className={classes.fields}>
      {fieldsOf(attributes, before, added).map((field) => (
        <OneField
          key={field.name}
          field={field}
          error={faultOf(field.name, refused)}
          onChange={(value) => change(field.name, value)}
          onJson={onJson}
        />
      ))}
      <AddAttribute
        taken={attributes}
        onAdd={(name, value) => {
          setAdded([...added, name]);
          onChange(withMember(text, name, value));
        }}
      />
    </div>
  );
}

/** What was found wrong with an attribute, or with anything in it. */
function faultOf(name: string, refused: readonly ProblemFault[]): string | null {
  const own = pointer([name]);
  const found = refused.find((fault) => `${fault.pointer}/`.startsWith(`${own}/`));
  return found?.detail ?? null;
}

interface OneFieldProps {
  readonly field: AttributeField;
  readonly error: string | null;
  readonly onChange: (value: string | readonly string[]) => void;
  readonly onJson: () => void;
}

function OneField({ field, error, onChange, onJson }: OneFieldProps) {
  const { label, kind, value } = field;
  // While a list is typed its commas stand as they are typed.
  const [typed, setTyped] = useState(kind === 'list' ? value : '');
  if (kind === 'other') {
    return (
      <div className={classes.other}>
        <span>{label}</span>
        <code title={value}>{value}</code>
        <Button variant="plain" aria-label={`Edit ${label} as JSON`} onClick={onJson}>
          JSON
        </Button>
      </div>
    );
  }
  if (kind === 'list') {
    return (
      <Field
        label={label}
        isOptional
        value={typed}
        error={error}
        hint="Parted by commas."
        onChange={(next) => {
          setTyped(next);
          onChange(listOf(next));
        }}
      />
    );
  }
  return <Field {...{ label, value, error, onChange }} isOptional={field.isOptional} />;
}
