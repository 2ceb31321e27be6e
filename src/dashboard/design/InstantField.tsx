import { type Format, useFormat } from '../preferences/format.ts';
import '@mantine/dates/styles.layer.css';
import { ActionIcon, Popover, TextInput } from '@mantine/core';
import { DatePicker } from '@mantine/dates';
import { IconCalendar } from '@tabler/icons-react';
import { useState } from 'react';
import { firstDayOfWeek } from '../preferences/instants.ts';
import { chosenLocale, chosenTimeZone } from '../preferences/preferences.ts';
import { type ReadInstant, readInstant, typedInstant } from './readInstant.ts';

interface InstantFieldProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (text: string) => void;
  readonly placeholder?: string;
  readonly isRequired?: boolean;
  readonly error?: string | null;
  /** Replaces the instant below the field. */
  readonly hint?: string;
  /** Latest allowed instant in epoch ms. */
  readonly asOf?: number | null;
}

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
      // A portal would be outside of the dialog that traps the focus.
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
        description={error === null ? (props.hint ?? instantHint(format, at)) : null}
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

/** Escape closes only the calendar, not the dialog around the field. */
const ownEscape = { __stopPropagation: true };

interface DayCalendarProps {
  readonly at: string | null;
  readonly asOf: number | null;
  readonly onPick: (day: string) => void;
}

export function DayCalendar({ at, asOf, onPick }: DayCalendarProps) {
  const { locale, timeZone } = useFormat();
  const [now] = useState(() => Date.now());
  const dayOf = (instant: number) => typedInstant(instant, timeZone).slice(0, 10);
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

export function instantTyped(value: string, asOf: number | null = null): ReadInstant {
  return readInstant(value, { asOf, timeZone: chosenTimeZone(), locale: chosenLocale() });
}

/** Formats an ISO time as typed in the preferred zone, or returns it unchanged if that would be another instant. */
export function instantText(at: string): string {
  const instant = Date.parse(at);
  if (Number.isNaN(instant)) return at;
  const text = typedInstant(instant, chosenTimeZone());
  return Date.parse(instantTyped(text).at ?? '') === instant ? text : at;
}

export function instantHint(format: Format, at: string | null): string {
  const zone = format.zone(at ?? Date.now());
  if (at === null) return `Time zone: ${zone}`;
  const utc = typedInstant(Date.parse(at), 'UTC');
  return zone === 'UTC' ? `${utc} UTC` : `${format.dateTime(at)} ${zone}, ${utc} UTC`;
}

export const calendarIn = (locale: string) => ({
  minDate: '1970-01-01',
  firstDayOfWeek,
  // Red is the color of a loss.
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
