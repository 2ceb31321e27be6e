import { Button, Group, Input } from '@mantine/core';
import { DateInput } from '@mantine/dates';
import { type KeyboardEvent, type ReactNode, useId, useState } from 'react';
import { closeListOnly } from '../../design/ChipSelect.tsx';
import { calendarIn, dateText } from '../../design/InstantField.tsx';
import { readInstant } from '../../design/readInstant.ts';
import { useFormat } from '../../preferences/format.ts';
import { numberText, parseNumber, parsePercent } from '../../preferences/parseNumber.ts';
import type { NumberRange } from '../../members/filterValues.ts';
import classes from './FilterPanel.module.css';

interface PresetsProps {
  readonly choices: readonly (NumberRange & { readonly label: string })[];
  readonly chosen: NumberRange | null;
  readonly onChoose: (range: NumberRange | null) => void;
}

export function Presets({ choices, chosen, onChoose }: PresetsProps) {
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

export const NumberFields = rangeOf(NumberField);
export const DateFields = rangeOf(DateField);

export function MinimumField(props: FieldProps<number | null>) {
  return (
    <div className={classes.range} data-short>
      <NumberField {...props} parse={parsePercent} />
    </div>
  );
}

interface FieldProps<Value> {
  readonly label: string;
  readonly name: string;
  readonly value: Value;
  readonly onSet: (value: Value) => void;
}

interface NumberDraft {
  readonly text: string;
  readonly replaces: number | null;
  readonly fault: string | null;
}

interface NumberFieldProps extends FieldProps<number | null> {
  readonly parse?: typeof parseNumber;
}

/** Applies its number on blur or Enter: `1` on the way to `1,000` is not a limit. */
function NumberField({ label, name, value, onSet, parse = parseNumber }: NumberFieldProps) {
  const id = useId();
  const { locale } = useFormat();
  const [draft, setDraft] = useState<NumberDraft | null>(null);
  // A number that was set elsewhere meanwhile replaces the typed text.
  const { text, fault } =
    draft !== null && draft.replaces === value
      ? draft
      : { text: value === null ? '' : numberText(value, locale), fault: null };
  const set = () => {
    const typed = text.trim() === '' ? { value: null, fault: null } : parse(text, locale);
    if (typed.fault !== null) return setDraft({ text, replaces: value, fault: typed.fault });
    if (typed.value !== value) onSet(typed.value);
    return setDraft(null);
  };
  return (
    <>
      <label className={classes.number}>
        {label}
        <Input
          aria-label={name}
          inputMode="decimal"
          className={classes.end}
          autoComplete="off"
          value={text}
          error={fault !== null}
          // Mantine would describe the input by the error of a wrapper that it does not have.
          withAria={false}
          aria-invalid={fault !== null}
          aria-describedby={fault === null ? undefined : `${id}-fault`}
          onChange={({ target }) => setDraft({ text: target.value, replaces: value, fault: null })}
          onBlur={set}
          onKeyDown={(event: KeyboardEvent) => {
            if (event.key === 'Enter') set();
          }}
        />
      </label>
      {fault !== null && (
        <Input.Error ref={bringIntoSight} id={`${id}-fault`} role="alert" className={classes.fault}>
          {fault}
        </Input.Error>
      )}
    </>
  );
}

function bringIntoSight(fault: HTMLElement | null): void {
  fault?.scrollIntoView({ block: 'nearest' });
}

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
        // Keeps the panel open while a day is picked.
        popoverProps={{ withinPortal: false }}
        onKeyDown={closeListOnly}
        onChange={onSet}
        {...calendarIn(locale)}
      />
    </>
  );
}
