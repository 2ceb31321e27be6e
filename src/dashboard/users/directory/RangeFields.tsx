import { Input } from '@mantine/core';
import { type KeyboardEvent, useId, useState } from 'react';
import classes from './RangeFields.module.css';

interface RangeFieldsProps {
  /** `least` has one end alone. */
  readonly kind: 'number' | 'date' | 'least';
  readonly what: string;
  readonly from: string;
  readonly to: string;
  readonly onChange: (from: string, to: string) => void;
}

/** From and to. A number counts when its field is left or Enter is pressed: `1` on the way to `1,000` is nobody's limit. */
export function RangeFields({ kind, what, from, to, onChange }: RangeFieldsProps) {
  if (kind === 'least') {
    return (
      <div className={classes.range}>
        <End
          kind={kind}
          label={what}
          name={what}
          value={from}
          onSet={(text) => onChange(text, '')}
        />
      </div>
    );
  }
  return (
    <div className={classes.range}>
      <End
        kind={kind}
        label="From"
        name={`${what} from`}
        value={from}
        onSet={(text) => onChange(text, to)}
      />
      <End
        kind={kind}
        label="to"
        name={`${what} to`}
        value={to}
        onSet={(text) => onChange(from, text)}
      />
    </div>
  );
}

interface EndProps {
  readonly kind: RangeFieldsProps['kind'];
  readonly label: string;
  /** Its whole name, for those who hear it. */
  readonly name: string;
  readonly value: string;
  readonly onSet: (text: string) => void;
}

function End({ kind, label, name, value, onSet }: EndProps) {
  const id = useId();
  const [typed, setTyped] = useState<string | null>(null);
  const set = () => {
    if (typed !== null && typed !== value) onSet(typed);
    setTyped(null);
  };
  const field =
    kind === 'date'
      ? { type: 'date', onChange: onSet, value }
      : { type: 'text', onChange: setTyped, value: typed ?? value };
  return (
    <>
      <label htmlFor={id}>{label}</label>
      <Input
        id={id}
        aria-label={name}
        type={field.type}
        inputMode={kind === 'date' ? undefined : 'decimal'}
        className={kind === 'least' ? classes.short : classes.end}
        autoComplete="off"
        value={field.value}
        onChange={(event) => field.onChange(event.target.value)}
        onBlur={set}
        onKeyDown={(event: KeyboardEvent) => {
          if (event.key === 'Enter') set();
        }}
      />
    </>
  );
}
