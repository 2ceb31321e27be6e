import { useState } from 'react';
import { readOnlyAttributes } from '#contract/user.ts';
import { Button } from '../../shared/ui/Button.tsx';
import { Field } from '../../shared/ui/Field.tsx';
import type { Attributes } from '../userAttributes.ts';
import classes from './AttributeFields.module.css';

interface AddAttributeProps {
  readonly taken: Attributes;
  readonly onAdd: (name: string, value: string) => void;
}

const reserved: readonly string[] = [...readOnlyAttributes, 'wallets'];

/** A text attribute of any name. */
export function AddAttribute({ taken, onAdd }: AddAttributeProps) {
  const [name, setName] = useState('');
  const [value, setValue] = useState('');
  const fault = reserved.includes(name)
    ? 'The service uses this name itself.'
    : Object.hasOwn(taken, name)
      ? 'It is there already.'
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
      <Field
        label="Another attribute"
        value={name}
        placeholder="name"
        onChange={setName}
        error={fault}
      />
      <Field label="Its text" value={value} onChange={setValue} />
      <Button onClick={add} aria-disabled={!canAdd}>
        Add
      </Button>
    </div>
  );
}
