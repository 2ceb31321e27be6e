import { Button } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import type { DatedPeriod } from '#contract/period.ts';
import { InstantField, instantTyped } from '../design/InstantField.tsx';
import { typedInstant } from '../design/readInstant.ts';
import type { Format } from '../preferences/format.ts';
import classes from './DatesForm.module.css';
import { instantOfEnd, isAscending } from './period.ts';

interface DatesFormProps {
  readonly dates: DatedPeriod | null;
  readonly format: Format;
  /** Epoch ms of the last record; NaN if there is none. */
  readonly asOf: number;
  readonly onChoose: (period: DatedPeriod) => void;
  readonly className?: string | undefined;
}

/** Two dates, or a date and the latest record. */
export function DatesForm({ dates, format, asOf, onChoose, className }: DatesFormProps) {
  const [from, setFrom] = useState(() => fieldText(format, dates?.from));
  const [to, setTo] = useState(() => fieldText(format, dates?.to));
  const [isTried, setTried] = useState(false);
  const latest = Number.isNaN(asOf) ? null : asOf;
  const ends = { from: endTyped(format, from, latest), to: endTyped(format, to, latest) };
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    const period = ends.from === null ? null : { from: ends.from, to: ends.to };
    const isRead = ends.to !== null || to.trim() === '';
    if (period !== null && isRead && isAscending(period, format.timeZone)) onChoose(period);
  };
  const isReversed =
    ends.from !== null && !isAscending({ from: ends.from, to: ends.to }, format.timeZone);
  return (
    <form onSubmit={onSubmit} noValidate aria-label="Dates" className={className}>
      <div className={classes.fields}>
        <InstantField
          label="From"
          value={from}
          onChange={setFrom}
          asOf={latest}
          error={isTried && from.trim() === '' ? 'Enter a date' : null}
        />
        <InstantField
          label="To (optional)"
          value={to}
          onChange={setTo}
          asOf={latest}
          placeholder="latest"
          {...(ends.to !== null && { hint: untilText(format, ends.to) })}
          error={isTried && isReversed ? 'The end must be after the start' : null}
        />
        <Button type="submit" size="xs">
          Show
        </Button>
      </div>
    </form>
  );
}

/** A day stays a day, which begins at midnight in any zone. With a time, it is an instant. Returns null for an empty or invalid text. */
function endTyped(format: Format, text: string, asOf: number | null): string | null {
  const { at } = instantTyped(text, asOf);
  if (at === null) return null;
  const isDay = !/:|Z|UTC/i.test(text);
  return isDay ? typedInstant(Date.parse(at), format.timeZone).slice(0, 10) : at;
}

/** A day is complete. */
function untilText(format: Format, to: string): string {
  const at = instantOfEnd(to, format.timeZone, 1);
  return `until ${format.dateTimeZone(at)}`;
}

function fieldText(format: Format, end: string | null | undefined): string {
  if (end == null || !end.includes('T')) return end ?? '';
  return typedInstant(Date.parse(end), format.timeZone);
}
