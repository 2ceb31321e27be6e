import { type Format, useFormat } from '../preferences/format.ts';
import '@mantine/dates/styles.layer.css';
import { ActionIcon, Popover, TextInput } from '@mantine/core';
import { DatePicker } from '@mantine/dates';
import { IconCalendar } from '@tabler/icons-react';
import { useState } from 'react';
import { chosenLocale, chosenTimeZone } from '../preferences/preferences.ts';
import { offsetAt } from '../preferences/timeZones.ts';
import { type ReadInstant, readInstant, typedInstant } from './readInstant.ts';

interface InstantFieldProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (text: string) => void;
  readonly placeholder?: string;
  readonly isRequired?: boolean;
  /** Wrong beyond what is typed, such as what the service refused. */
  readonly error?: string | null;
  /** Epoch ms after which no instant may be. */
  readonly asOf?: number | null;
}

/** An instant, typed in the chosen locale and time zone or as ISO text, or its day picked from a calendar. */
export function InstantField(props: InstantFieldProps) {
  const { label, value, onChange, placeholder, isRequired = false, asOf = null } = props;
  const format = useFormat();
  const [isOpen, setOpen] = useState(false);
  const { at, fault } = instantTyped(value, asOf);
  const error = fault ?? props.error ?? null;
  const pick = (day: string) => {
    onChange(day);
    setOpen(false);
  };
  return (
    <Popover
      opened={isOpen}
      onChange={setOpen}
      position="bottom-end"
      trapFocus
      returnFocus
      // A portal would be outside of the dialog that holds the focus.
      withinPortal={false}
    >
      <TextInput
        label={label}
        required={isRequired}
        withAsterisk={false}
        value={value}
        placeholder={placeholder}
        autoComplete="off"
        spellCheck={false}
        error={error}
        description={error === null ? instantHint(format, at) : null}
        onChange={(event) => onChange(event.currentTarget.value)}
        rightSection={
          <Popover.Target>
            <ActionIcon
              size="sm"
              aria-label={`Pick a day: ${label}`}
              title="Pick a day"
              onClick={() => setOpen(!isOpen)}
            >
              <IconCalendar size={16} stroke={1.75} aria-hidden />
            </ActionIcon>
          </Popover.Target>
        }
      />
      <Popover.Dropdown>
        <DayCalendar at={at} asOf={asOf} onPick={pick} />
      </Popover.Dropdown>
    </Popover>
  );
}

/** Escape in the calendar closes it alone, and not the dialog that the field is in. */
const ownEscape = { __stopPropagation: true };

interface DayCalendarProps {
  /** The instant on whose day it opens; null: now, or the newest price. */
  readonly at: string | null;
  readonly asOf: number | null;
  /** `2026-03-12` */
  readonly onPick: (day: string) => void;
}

/** The days of a month, in the chosen locale and time zone. */
export function DayCalendar({ at, asOf, onPick }: DayCalendarProps) {
  const { locale, timeZone } = useFormat();
  const [now] = useState(() => Date.now());
  const dayOf = (instant: number) =>
    typedInstant(instant, offsetAt(instant, timeZone)).slice(0, 10);
  const day = dayOf(at === null ? (asOf ?? now) : Date.parse(at));
  return (
    <DatePicker
      {...ownEscape}
      value={at === null ? null : day}
      defaultDate={day}
      {...(asOf === null ? {} : { maxDate: dayOf(asOf) })}
      onChange={(date) => date !== null && onPick(date)}
      {...calendarIn(locale)}
    />
  );
}

/** What a field of an instant says, in the chosen locale and time zone. */
export function instantTyped(value: string, asOf: number | null = null): ReadInstant {
  return readInstant(value, { asOf, timeZone: chosenTimeZone(), locale: chosenLocale() });
}

/** An ISO time as a person would type it in the chosen zone, or itself where that would be another instant. */
export function instantText(at: string): string {
  const instant = Date.parse(at);
  if (Number.isNaN(instant)) return at;
  const text = typedInstant(instant, offsetAt(instant, chosenTimeZone()));
  return Date.parse(instantTyped(text).at ?? '') === instant ? text : at;
}

/** The instant as it was understood, in the chosen zone and in UTC. */
export function instantHint(format: Format, at: string | null): string {
  const zone = format.zone(at ?? Date.now());
  if (at === null) return `Time zone: ${zone}`;
  const utc = at.replace('T', ' ').replace(/(:00)?\.000Z$/, '');
  return zone === 'UTC' ? `${utc} UTC` : `${format.dateTime(at)} ${zone}, ${utc} UTC`;
}

/** A calendar in a language. Weeks begin on Monday, as on the time axis (`chart/ticks.ts`). */
export const calendarIn = (locale: string) => ({
  minDate: '1970-01-01',
  firstDayOfWeek: 1 as const,
  // None in red, which is the colour of a loss.
  weekendDays: [],
  weekdayFormat: (date: string) => dateText(date, locale, { weekday: 'short' }),
  monthLabelFormat: (date: string) => dateText(date, locale, { month: 'long', year: 'numeric' }),
  monthsListFormat: 'MM',
  getDayAriaLabel: (date: string) => dateText(date, locale, { dateStyle: 'long' }),
});

export function dateText(
  date: string,
  locale: string,
  options: Intl.DateTimeFormatOptions,
): string {
  return new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC' }).format(
    Date.parse(`${date.slice(0, 10)}T00:00Z`),
  );
}
