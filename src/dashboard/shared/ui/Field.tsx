import { clsx } from 'clsx';
import { type HTMLInputTypeAttribute, type Ref, useId } from 'react';
import classes from './Field.module.css';

interface FieldProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (text: string) => void;
  readonly isOptional?: boolean;
  readonly type?: HTMLInputTypeAttribute;
  readonly placeholder?: string;
  readonly readOnly?: boolean;
  /** Stands under the field while nothing is wrong. */
  readonly hint?: string;
  /** What is wrong, in words. */
  readonly error?: string | null;
  readonly ref?: Ref<HTMLInputElement>;
}

/** One line of text in a form: its label above, its error below. */
export function Field(props: FieldProps) {
  const { label, value, onChange, isOptional = false, type = 'text', readOnly = false } = props;
  const { hint, error = null, placeholder, ref } = props;
  const id = useId();
  const note = error ?? hint;
  return (
    <div className={classes.field}>
      <label htmlFor={id}>
        {label}
        {isOptional && ' '}
        {isOptional && <span className={classes.optional}>optional</span>}
      </label>
      <input
        ref={ref}
        id={id}
        type={type}
        className={clsx(classes.input, error !== null && classes.bad)}
        value={value}
        placeholder={placeholder}
        readOnly={readOnly}
        autoComplete="off"
        spellCheck={false}
        aria-invalid={error !== null}
        aria-describedby={note === undefined ? undefined : `${id}-note`}
        onChange={(event) => onChange(event.target.value)}
      />
      {note !== undefined && (
        <p id={`${id}-note`} className={error === null ? classes.hint : classes.error}>
          {note}
        </p>
      )}
    </div>
  );
}
