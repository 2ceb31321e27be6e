import { Button, Group, Input } from '@mantine/core';
import { DateInput } from '@mantine/dates';
import { type KeyboardEvent, type ReactNode, useId, useState } from 'react';
import { closeListAlone } from '../../design/ChipSelect.tsx';
import { calendarIn, dateText } from '../../design/InstantField.tsx';
import { readInstant } from '../../design/readInstant.ts';
import { useFormat } from '../../preferences/format.ts';
import type { Range } from './filterValues.ts';
import classes from './FilterPanel.module.css';

interface QuickProps {
  readonly choices: readonly (Range & { readonly label: string })[];
  readonly chosen: Range | null;
  readonly onChoose: (range: Range | null) => void;
}

/** Ranges that are often wanted, each a press, and another press takes it back. */
export function Quick({ choices, chosen, onChoose }: QuickProps) {
  return (
    <Group gap="xs">
      {choices.map(({ label, from, to }) => {
        const isSet = chosen?.from === from && chosen.to === to;
        return (
          <Button
            key={label}
            size="xs"
            aria-pressed={isSet}
            onClick={() => onChoose(isSet ? null : { from, to })}
          >
            {label}
          </Button>
        );
      })}
    </Group>
  );
}

interface Ends<End> {
  readonly from: End | null;
  readonly to: End | null;
}

interface RangeProps<End> {
  readonly what: string;
  readonly range: Ends<End> | null;
  readonly onChange: (range: Ends<End> | null) => void;
}

/** From and to, each in a field; without either there is no range. */
const rangeOf = <End,>(Field: (props: FieldProps<End | null>) => ReactNode) =>
  function RangeFields({ what, range, onChange }: RangeProps<End>) {
    const ends = range ?? { from: null, to: null };
    const set = (next: Ends<End>) => onChange(next.from === null && next.to === null ? null : next);
    return (
      <div className={classes.range}>
        {(['from', 'to'] as const).map((end) => (
          <Field
            key={end}
            label={end === 'from' ? 'From' : 'to'}
            name={`${what} ${end}`}
            value={ends[end]}
            onSet={(value) => set({ ...ends, [end]: value })}
          />
        ))}
      </div>
    );
  };

export const NumberRange = rangeOf(NumberField);
export const DateRange = rangeOf(DateField);

/** The one end of a range that has no other. */
export function LeastField(props: FieldProps<number | null>) {
  return (
    <div className={classes.range} data-short>
      <NumberField {...props} />
    </div>
  );
}

interface FieldProps<Value> {
  readonly label: string;
  /** Its whole name, for those who hear it. */
  readonly name: string;
  readonly value: Value;
  readonly onSet: (value: Value) => void;
}

/** A number counts when its field is left or Enter is pressed: `1` on the way to `1,000` is nobody's limit. */
function NumberField({ label, name, value, onSet }: FieldProps<number | null>) {
  const id = useId();
  const [typed, setTyped] = useState<string | null>(null);
  const set = () => {
    if (typed !== null && numberOf(typed) !== value) onSet(numberOf(typed));
    setTyped(null);
  };
  return (
    <>
      <label htmlFor={id}>{label}</label>
      <Input
        id={id}
        aria-label={name}
        inputMode="decimal"
        className={classes.end}
        autoComplete="off"
        value={typed ?? value?.toString() ?? ''}
        onChange={(event) => setTyped(event.target.value)}
        onBlur={set}
        onKeyDown={(event: KeyboardEvent) => {
          if (event.key === 'Enter') set();
        }}
      />
    </>
  );
}

/** A day, `2026-03-12`, typed as the language or ISO writes it, or picked. */
function DateField({ label, name, value, onSet }: FieldProps<string | null>) {
  const id = useId();
  const { locale } = useFormat();
  const textOf = (date: string) =>
    dateText(date, locale, { year: 'numeric', month: '2-digit', day: '2-digit' });
  return (
    <>
      <label htmlFor={id}>{label}</label>
      <DateInput
        id={id}
        aria-label={name}
        className={classes.end}
        placeholder={`e.g. ${textOf('2026-03-12')}`}
        value={value}
        valueFormat={textOf}
        dateParser={(text) =>
          readInstant(text, { asOf: null, timeZone: 'UTC', locale }).at?.slice(0, 10) ?? null
        }
        allowDeselect
        // The panel stays open while a day is picked.
        popoverProps={{ withinPortal: false }}
        onKeyDown={closeListAlone}
        onChange={onSet}
        {...calendarIn(locale)}
      />
    </>
  );
}

const sizeOf: Readonly<Record<string, number>> = { '': 1, k: 1e3, m: 1e6, b: 1e9, t: 1e12 };

/** A number as people write it: `1,500`, `2.5 M`; null where it is none. */
function numberOf(text: string): number | null {
  const [, digits, unit = ''] = /^([+−-]?[\d,\s]*\.?\d+)\s*([kmbt]?)$/i.exec(text.trim()) ?? [];
  if (digits === undefined) return null;
  const value = Number(digits.replaceAll(/[,\s]/g, '').replace('−', '-'));
  return Number.isFinite(value) ? value * (sizeOf[unit.toLowerCase()] ?? 1) : null;
}
