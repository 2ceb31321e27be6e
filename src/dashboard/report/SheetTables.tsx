import { CalendarHead } from '../figures/CalendarHead.tsx';
import { type CalendarFigure, calendarRows, heatIn } from '../figures/calendarRows.ts';
import { DrawdownHead } from '../figures/DrawdownHead.tsx';
import { daysText, whyNoDrawdowns, whyNoMonths } from '../figures/figuresText.ts';
import { withOthers } from '../portfolio/allocation.ts';
import { directionOf } from '../preferences/figures.ts';
import type { Format } from '../preferences/format.ts';
import type { SheetAllocation, TearSheetProps } from './sheet.ts';

const maxSlices = 8;

interface AllocationProps {
  readonly allocation: SheetAllocation;
  readonly format: Pick<Format, 'share'>;
  /** Bars would reveal hidden shares. */
  readonly hasBars: boolean;
}

export function Allocation({ allocation, format, hasBars }: AllocationProps) {
  const { title, slices, reason } = allocation;
  const shown = withOthers(
    slices.map((slice) => ({ ...slice, heldIn: [] })),
    maxSlices,
  );
  if (shown.length === 0) return <p>{`${title}: ${reason ?? 'nothing of known value.'}`}</p>;
  return (
    <table>
      <caption>{title}</caption>
      <tbody>
        {shown.map(({ id, name, share }) => (
          <tr key={id}>
            <th scope="row">
              <bdi>{name}</bdi>
            </th>
            <td>
              {hasBars && (
                <svg width={48} height={8} aria-hidden>
                  <rect width={48 * Math.min(1, Math.max(0, share))} height={8} />
                </svg>
              )}
              <span className="share">{format.share(share)}</span>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Effects of prices and flows on the value, or of tokens on the level. */
export function Drivers({ sheet: { drivers, valueName, change }, format }: TearSheetProps) {
  const { steps, isSplit, note } = drivers;
  const text = valueName === 'Level' ? format.levelChange : format.change;
  const cell = (value: number) => <td data-direction={directionOf(text(value))}>{text(value)}</td>;
  return (
    <>
      {steps.length > 0 && (
        <table>
          <thead>
            <tr>
              <th scope="col">Driver</th>
              {isSplit && <th scope="col">Prices</th>}
              {isSplit && <th scope="col">Flows</th>}
              <th scope="col">{valueName === 'Level' ? 'Points' : 'Total'}</th>
            </tr>
          </thead>
          <tbody>
            {steps.map(({ key, label, value, flow = 0 }) => (
              <tr key={key}>
                <th scope="row">
                  <bdi>{label}</bdi>
                </th>
                {isSplit && cell(value - flow)}
                {/* A flow is neither gain nor loss. */}
                {isSplit && <td>{text(flow)}</td>}
                <td>{text(value)}</td>
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr>
              <th scope="row">Sum</th>
              <td colSpan={isSplit ? 3 : 1}>{text(change)}</td>
            </tr>
          </tfoot>
        </table>
      )}
      {note !== null && <p>{note}</p>}
    </>
  );
}

/** Beside the return of a month or a year that the history does not cover completely. */
export const partialMark = '*';

export function Months({ sheet: { figures, valueName }, format }: TearSheetProps) {
  const isPublic = valueName === 'Level';
  const own = isPublic ? format.market : format;
  const rows = calendarRows(figures, 'return');
  const hasShades = isPublic || format.preferences.privacy !== 'hidden';
  const heat = heatIn(rows);
  const text = (figure: CalendarFigure | undefined) =>
    figure === undefined ? '' : `${own.points(figure.value)}${figure.isPartial ? partialMark : ''}`;
  if (rows.length === 0) return <p>{whyNoMonths(figures)}</p>;
  return (
    <table className="months">
      <CalendarHead locale={format.locale} years="Year" />
      <tbody>
        {rows.map(({ year, months, whole }) => (
          <tr key={year}>
            <th scope="row">{year}</th>
            {months.map((figure, month) => (
              <td key={month} data-heat={hasShades ? heat(figure) : undefined}>
                {text(figure)}
              </td>
            ))}
            <td className="whole">{text(whole)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

export function Drawdowns({ sheet: { figures, valueName }, format }: TearSheetProps) {
  const { percent } = valueName === 'Level' ? format.market : format;
  const rows = figures.drawdowns;
  if (rows.length === 0) return <p>{whyNoDrawdowns(figures)}</p>;
  return (
    <table>
      <DrawdownHead />
      <tbody>
        {rows.map(({ depth, peakAt, troughAt, recoveredAt, days }) => (
          <tr key={peakAt}>
            <th scope="row" data-direction={directionOf(percent(depth))}>
              {percent(depth)}
            </th>
            <td>{format.date(peakAt)}</td>
            <td>{format.date(troughAt)}</td>
            <td>{recoveredAt === null ? 'not recovered' : format.date(recoveredAt)}</td>
            <td>{daysText(format, days)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
