import { VisuallyHidden } from '@mantine/core';
import { useMemo } from 'react';
import type { FiguresAnswer } from '#contract/figures.ts';
import { Panel } from '../design/Panel.tsx';
import { PanelSkeleton } from '../design/PanelSkeleton.tsx';
import { Segments } from '../design/Segments.tsx';
import { Unknown } from '../design/Unknown.tsx';
import type { FiguresOwner } from '../portfolio/bookSubject.ts';
import { useFormat } from '../preferences/format.ts';
import { usePrivacy } from '../preferences/preferences.ts';
import { calendarParam } from '../url/params.ts';
import { useSearchParam } from '../url/searchParam.ts';
import { CalendarHead } from './CalendarHead.tsx';
import { type CalendarFigure, calendarRows, heatIn } from './calendarRows.ts';
import classes from './CalendarPanel.module.css';
import { Dimmed } from './Dimmed.tsx';
import { FiguresCsv } from './FiguresCsv.tsx';
import { hasFlows } from './figureTraits.ts';
import { figuresWindowText, whyNoMonths } from './figuresText.ts';
import { NoFigures } from './NoFigures.tsx';
import { useFigures } from './useFigures.ts';

interface CalendarPanelProps {
  readonly subject: FiguresOwner;
}

const choices = { return: 'Return', excess: 'Excess' } as const;

/** Returns of every month and year, whatever the chart shows: a month is the same in each window. */
export function CalendarPanel({ subject }: CalendarPanelProps) {
  const format = useFormat();
  const { query, request } = useFigures(subject, { type: 'all' });
  const [wanted, choose] = useSearchParam(calendarParam);
  const { data, isPlaceholderData: isOld } = query;
  const hasBenchmark = data != null && data.benchmark !== null;
  const chosen = hasBenchmark ? wanted : 'return';
  return (
    <Panel
      title="Monthly returns"
      className={classes.panel}
      sub={`percent, months in UTC, ${figuresWindowText(format, data, isOld)}`}
      actions={
        <>
          {hasBenchmark && (
            <Segments label="Monthly figure" choices={choices} chosen={chosen} onChoose={choose} />
          )}
          <FiguresCsv request={request} />
        </>
      }
      query={query}
      what="The monthly returns"
      loading={<PanelSkeleton height={3 * 32} />}
      isEmpty={({ months }) => months.length === 0}
      empty={<NoFigures>{data && whyNoMonths(data)}</NoFigures>}
    >
      {(figures) => (
        <Dimmed isOld={isOld}>
          <Calendar {...{ figures, chosen }} isPublic={!hasFlows(subject)} />
        </Dimmed>
      )}
    </Panel>
  );
}

interface CalendarProps {
  readonly figures: FiguresAnswer;
  readonly chosen: keyof typeof choices;
  readonly isPublic: boolean;
}

function Calendar({ figures, chosen, isPublic }: CalendarProps) {
  const format = useFormat();
  const rows = useMemo(() => calendarRows(figures, chosen), [figures, chosen]);
  // Shades would reveal what hidden figures do not.
  const hasShades = usePrivacy() !== 'hidden' || isPublic;
  const heat = heatIn(rows);
  const cell = (key: string, figure: CalendarFigure | undefined, isYear = false) =>
    figure === undefined ? (
      <td key={key} aria-label={outside} />
    ) : (
      <Cell
        key={key}
        {...{ figure, isYear, isPublic }}
        heat={hasShades && !isYear ? heat(figure) : undefined}
      />
    );
  return (
    <div
      className={classes.scroll}
      role="region"
      aria-label="Monthly returns, scrollable"
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scroll area needs keyboard access
      tabIndex={0}
    >
      <table className={classes.calendar} aria-label={`Monthly ${choices[chosen].toLowerCase()}`}>
        <CalendarHead locale={format.locale} years={<VisuallyHidden>Year</VisuallyHidden>} />
        <tbody>
          {rows.map(({ year, months, whole }) => (
            <tr key={year}>
              <th scope="row">{year}</th>
              {months.map((figure, month) => cell(String(month), figure))}
              {cell('whole', whole, true)}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

const outside = 'outside of the history';

interface CellProps {
  readonly figure: CalendarFigure;
  readonly heat: string | undefined;
  readonly isYear: boolean;
  readonly isPublic: boolean;
}

function Cell({ figure: { value, isPartial }, heat, isYear, isPublic }: CellProps) {
  const format = useFormat();
  const own = isPublic ? format.market : format;
  if (value === null) {
    return (
      <td>
        <Unknown why="Not known" />
      </td>
    );
  }
  const part = isPartial ? `, part of the ${isYear ? 'year' : 'month'}` : '';
  return (
    <td
      data-heat={heat}
      data-year={isYear}
      data-partial={isPartial}
      title={`${own.percentChange(value)}${part}`}
    >
      {own.points(value)}
      <VisuallyHidden>{part}</VisuallyHidden>
    </td>
  );
}
