import { Button } from '@mantine/core';
import { IconCalendar, IconChevronDown } from '@tabler/icons-react';
import { useState } from 'react';
import { calendarPeriods, isDatedPeriod, isPastType, type Period } from '#contract/period.ts';
import { useActions } from '../design/actions.ts';
import { useKeys } from '../design/keys.ts';
import { LatePopover } from '../design/LatePopover.tsx';
import { lazyComponent } from '../design/lazyComponent.tsx';
import type { Format } from '../preferences/format.ts';
import type { HistoryWindow } from './historyWindow.ts';
import { calendarNames, periodName, shortCalendarNames, shortPeriodName } from './periodText.ts';

const PeriodChoices = lazyComponent(
  async () => (await import('./PeriodChoices.tsx')).PeriodChoices,
);

const menuKey = '6';
const keyTexts = { [menuKey]: 'Calendar periods and dates' };

interface PeriodMenuProps extends Pick<HistoryWindow, 'chosen' | 'choosePeriod'> {
  readonly format: Format;
  /** Epoch ms of the last record; NaN if there is none. */
  readonly asOf: number;
  readonly className?: string | undefined;
}

/** The periods without a button of their own. */
export function PeriodMenu({ chosen, choosePeriod, format, asOf, className }: PeriodMenuProps) {
  const [isOpen, setOpen] = useState(false);
  useKeys({ [menuKey]: () => setOpen(true) }, keyTexts);
  useActions(
    calendarPeriods.map((name) => ({
      name: calendarNames[name],
      also: `period ${shortCalendarNames[name]}`,
      icon: IconCalendar,
      run: () => choosePeriod(name),
    })),
  );
  const isOwn = !isPastType(chosen);
  const isDated = isDatedPeriod(chosen);
  const label = isDated ? 'Dates' : isOwn ? shortPeriodName(format, chosen) : 'More';
  const name = isDated ? ` ${periodName(format, chosen)}` : '';
  const choose = (period: Period) => {
    setOpen(false);
    choosePeriod(period);
  };
  return (
    <LatePopover
      isOpen={isOpen}
      onOpen={setOpen}
      position="bottom-start"
      width={304}
      trapFocus
      withinPortal={false}
      button={
        <Button
          variant={isOwn ? 'light' : 'subtle'}
          size="xs"
          className={className}
          aria-label={`${label}${name}: calendar periods and dates`}
          aria-keyshortcuts={menuKey}
          title={`${isOwn ? periodName(format, chosen) : 'Calendar periods and dates'} (${menuKey})`}
          rightSection={<IconChevronDown size={13} stroke={1.75} aria-hidden />}
        >
          {label}
        </Button>
      }
    >
      {isOpen && <PeriodChoices {...{ chosen, format }} onChoose={choose} asOf={asOf} />}
    </LatePopover>
  );
}
