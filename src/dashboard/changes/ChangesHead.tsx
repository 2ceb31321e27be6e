import { Box } from '@mantine/core';
import { isDatedPeriod } from '#contract/period.ts';
import { formatTime } from '#contract/time.ts';
import type { Span } from '../chart/scene.ts';
import { EmptyPane } from '../design/EmptyPane.tsx';
import { lazyComponent } from '../design/lazyComponent.tsx';
import { type Crumb, PageHead } from '../design/PageHead.tsx';
import { AsOfBar } from '../history/AsOfBar.tsx';
import { usePresent } from '../portfolio/usePresent.ts';
import type { HistoryWindow } from '../history/historyWindow.ts';
import { periodParam } from '../history/period.ts';
import { useFormat } from '../preferences/format.ts';
import { useAsOf } from '../url/asOf.ts';
import classes from './ChangesHead.module.css';

// Forms and the calendar load after the figures.
const DatesForm = lazyComponent(
  async () => (await import('../history/DatesForm.tsx')).DatesForm,
  <Box h={72} />,
);

interface ChangesHeadProps {
  /** The user, wallet or thematic. */
  readonly of: string;
  readonly crumbs: readonly Crumb[];
  readonly window: HistoryWindow;
  /** First and last record that are compared; null while not known. */
  readonly span: Span | null;
}

/** The head of the page, and the two dates. */
export function ChangesHead({ of, crumbs, window, span }: ChangesHeadProps) {
  const format = useFormat();
  const present = usePresent();
  const asOf = useAsOf() ?? present ?? NaN;
  const { chosen, choosePeriod } = window;
  const dates = isDatedPeriod(chosen)
    ? chosen
    : span && { from: formatTime(span.from), to: window.isEnded ? formatTime(span.to) : null };
  return (
    <>
      <PageHead
        title={`Changes of ${of}`}
        here="Changes"
        sub={<bdi className={classes.of}>{of}</bdi>}
        crumbs={crumbs}
      />
      <AsOfBar />
      <Box className={classes.dates}>
        <DatesForm
          // Back, or another period, replaces what was typed.
          key={isDatedPeriod(chosen) ? periodParam.write(chosen) : dates?.from}
          {...{ dates, format, asOf }}
          onChoose={choosePeriod}
        />
      </Box>
    </>
  );
}

export function ReversedDates({ period }: { readonly period: string }) {
  return (
    <EmptyPane title="The second date must be after the first" role="alert">
      The dates are {period}. Change one of them.
    </EmptyPane>
  );
}
