import { Stack, Text, UnstyledButton } from '@mantine/core';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { calendarPeriods, isDatedPeriod, type Period } from '#contract/period.ts';
import type { Format } from '../preferences/format.ts';
import { DatesForm } from './DatesForm.tsx';
import { endsOf } from './period.ts';
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
      <DatesForm
        className={classes.dates}
        dates={isDatedPeriod(chosen) ? chosen : null}
        {...{ format, asOf, onChoose }}
      />
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
