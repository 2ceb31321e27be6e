import { ActionIcon } from '@mantine/core';
import { IconCalendarSearch } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { useActions } from '../design/actions.ts';
import { useKeys } from '../design/keys.ts';
import { LatePopover } from '../design/LatePopover.tsx';
import { useAsOf, useSetAsOf } from '../url/asOf.ts';
import { usePresent } from '../portfolio/usePresent.ts';
import { DaySlider } from './AsOfBar.tsx';
import { compareDatesLabel, useCompareDates } from './useCompareDates.ts';

// Loads the calendar when it is opened.
const GoToDate = lazy(async () => ({ default: (await import('./GoToDate.tsx')).GoToDate }));
const keyTexts = { d: 'Show the page as of a date' };
const label = 'As of a date (d)';

/** Sets the instant that the page shows. */
export function AsOfTool() {
  const [isWanted, setOpen] = useState(false);
  const asOf = useAsOf();
  const setAsOf = useSetAsOf();
  const now = usePresent();
  const isOpen = isWanted && now !== null;
  useKeys({ d: () => setOpen(true) }, keyTexts);
  const navigate = useNavigate();
  const compared = useCompareDates();
  useActions(
    compared === null
      ? []
      : [
          {
            name: compareDatesLabel,
            also: 'changes two dates',
            run: () => void navigate(compared),
          },
        ],
  );
  return (
    <LatePopover
      isOpen={isOpen}
      onOpen={setOpen}
      position="bottom-end"
      trapFocus
      withinPortal={false}
      button={
        <ActionIcon size="sm" aria-label={label} aria-keyshortcuts="d" title={label}>
          <IconCalendarSearch size={16} stroke={1.75} aria-hidden />
        </ActionIcon>
      }
    >
      {isOpen && (
        <Suspense>
          <GoToDate
            at={asOf}
            compared={compared}
            asOf={now}
            onGo={(at) => {
              setOpen(false);
              setAsOf(at >= now ? null : at);
            }}
          >
            <DaySlider asOf={asOf ?? now} now={now} />
          </GoToDate>
        </Suspense>
      )}
    </LatePopover>
  );
}
