import { Button, Group, Stack, Text, UnstyledButton } from '@mantine/core';
import { type FormEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { calendarPeriods, type DatedPeriod, isDatedPeriod, type Period } from '#contract/period.ts';
import { InstantField, instantTyped } from '../design/InstantField.tsx';
import { typedInstant } from '../design/readInstant.ts';
import type { Format } from '../preferences/format.ts';
import { endsOf, instantOfEnd } from './period.ts';
import { calendarNames } from './periodText.ts';
import classes from './PeriodChoices.module.css';

interface PeriodChoicesProps {
  readonly chosen: Period;
  readonly format: Format;
  /** Epoch ms of the last record; NaN if there is none. */
  readonly asOf: number;
  readonly onChoose: (period: Period) => void;
}

export function PeriodChoices({ chosen, format, asOf, onChoose }: PeriodChoicesProps) {
  const [opened] = useState(() => Date.now());
  const last = Number.isNaN(asOf) ? opened : asOf;
  const first = useRef<HTMLButtonElement>(null);
  const initial = calendarPeriods.find((name) => name === chosen) ?? calendarPeriods[0];
  // The popover opened before this was loaded.
  useEffect(() => first.current?.focus(), []);
  return (
    <Stack gap="md">
      <div role="group" aria-label="Calendar periods">
        {calendarPeriods.map((name) => (
          <UnstyledButton
            key={name}
            ref={name === initial ? first : null}
            className={classes.choice}
            aria-pressed={name === chosen}
            onClick={() => onChoose(name)}
            onKeyDown={moveFocus}
          >
            <span>{calendarNames[name]}</span>
            <Text span inherit c="dimmed">
              {datesOf(format, name, last)}
            </Text>
          </UnstyledButton>
        ))}
      </div>
      <DatesForm dates={isDatedPeriod(chosen) ? chosen : null} {...{ format, asOf, onChoose }} />
    </Stack>
  );
}

/** “since 1 Jan”, “1 Oct to 31 Oct”. */
function datesOf(format: Format, period: Period, asOf: number): string {
  const ends = endsOf(period, asOf, format.timeZone);
  if (ends === null) return '';
  const { from, to } = ends;
  if (to === null) return `since ${format.shortDate(from)}`;
  return `${format.shortDate(from)} to ${format.shortDate(to - 1)}`;
}

const steps: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };

function moveFocus(event: KeyboardEvent<HTMLButtonElement>): void {
  const step = steps[event.key];
  if (step === undefined) return;
  const { currentTarget } = event;
  const buttons = [...(currentTarget.parentElement?.querySelectorAll('button') ?? [])];
  buttons[(buttons.indexOf(currentTarget) + step + buttons.length) % buttons.length]?.focus();
  event.preventDefault();
}

interface DatesFormProps extends Omit<PeriodChoicesProps, 'chosen'> {
  readonly dates: DatedPeriod | null;
}

function DatesForm({ dates, format, asOf, onChoose }: DatesFormProps) {
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
    if (period !== null && isRead && isAscending(format, period)) onChoose(period);
  };
  const isReversed = ends.from !== null && !isAscending(format, { from: ends.from, to: ends.to });
  return (
    <form onSubmit={onSubmit} noValidate aria-label="Dates" className={classes.dates}>
      <Stack gap="xs">
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
        <Group gap="xs">
          <Button type="submit" size="xs">
            Show
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

const isAscending = (format: Format, period: DatedPeriod): boolean => {
  const ends = endsOf(period, NaN, format.timeZone);
  return ends !== null && (ends.to === null || ends.from < ends.to);
};

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
  return `until ${format.dateTime(at)} ${format.zone(at)}`;
}

function fieldText(format: Format, end: string | null | undefined): string {
  if (end == null || !end.includes('T')) return end ?? '';
  return typedInstant(Date.parse(end), format.timeZone);
}
