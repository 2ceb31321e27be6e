import { Box, Skeleton, VisuallyHidden } from '@mantine/core';
import { clsx } from 'clsx';
import { reconciles } from '#analytics/weights.ts';
import { day } from '#contract/historyType.ts';
import { useLastingDifference } from '../api/responseNotesStore.ts';
import { type ValueName, valueTraits } from '../chart/modes.ts';
import { LineKey } from '../chart/Chart.tsx';
import { backfilledStyle, type FigureFormats, type SceneLine, mainStyle } from '../chart/scene.ts';
import type { Series } from '../chart/series.ts';
import { lazyComponent } from '../design/lazyComponent.tsx';
import { WithUnit } from '../design/WithUnit.tsx';
import { Explain } from '../portfolio/explain/Explain.tsx';
import { Reconciliation } from '../portfolio/Reconciliation.tsx';
import { directionOf, newFigure } from '../preferences/figures.ts';
import type { Format } from '../preferences/format.ts';
import { formatDuration } from '../preferences/instants.ts';
import { useAsOf } from '../url/asOf.ts';
import { backfilledText } from './backfilled.ts';
import type { Header } from './historyText.ts';
import classes from './HistoryPanel.module.css';

const HeaderExplanation = lazyComponent(
  async () => (await import('./HeaderExplanation.tsx')).HeaderExplanation,
);

interface HistoryFigureProps {
  readonly header: Header;
  readonly figures: FigureFormats;
  /** The records in the window. */
  readonly columns: Pick<Series, 'times' | 'totals'>;
  /** NaN if there is no record. */
  readonly asOf: number;
  readonly paths: readonly string[];
  readonly carried?: CarriedPrice | undefined;
  /** Names the period that is loading, while all figures are still those of the last one; otherwise empty. */
  readonly loading: string;
  /** The window has both instants, and needs a line of its own on a phone. */
  readonly hasInstants: boolean;
}

/** A price that ended, with its age at the as of. */
export interface CarriedPrice {
  /** Epoch ms. */
  readonly at: number;
  readonly ageMs: number;
}

export function HistoryFigure(props: HistoryFigureProps) {
  const { header, figures, columns, asOf, paths, carried, loading, hasInstants } = props;
  const { total, change, window, backfilled, returns, drawn, record } = header;
  const { unit, valueName } = figures;
  // The change of a level or price is a return. A wallet's change includes deposits, so it is neither gain nor loss.
  const { isPublic } = valueTraits[valueName];
  const { whole, decimals } = figures.parts(total);
  const signed = figures.signed(change?.absolute);
  const direction = isPublic ? directionOf(signed) : undefined;
  return (
    <div className={classes.figure}>
      <div className={classes.value}>
        <WithUnit unit={total === null ? null : unit} className={classes.unit}>
          <Explain
            label={valueName}
            explanation={<HeaderExplanation of="total" {...{ header, figures, columns }} />}
          >
            {whole}
            <small>{decimals}</small>
          </Explain>
        </WithUnit>
      </div>
      <div className={classes.change}>
        {change !== null && (
          <>
            <Explain
              label="Change"
              title={isPublic ? returnTitle(valueName) : valueTitle}
              explanation={<HeaderExplanation of="change" {...{ header, figures, columns }} />}
            >
              <span className={clsx(isPublic && classes.absolute)} data-direction={direction}>
                {signed}
              </span>{' '}
              <span data-direction={direction}>
                {change.isNew ? newFigure : figures.change(change.ratio)}
              </span>
            </Explain>
            {isPublic ? (
              <VisuallyHidden>Return</VisuallyHidden>
            ) : (
              <span className={classes.kind}>change in value</span>
            )}
          </>
        )}
        <span className={clsx(classes.window, hasInstants && classes.instants)}>{window}</span>
        {backfilled !== '' && (
          <span className={clsx(classes.window, classes.backfilled)}>
            <LineKey style={backfilledStyle(mainStyle)} />
            {backfilled}
          </span>
        )}
      </div>
      <p className={classes.notes}>
        {carried === undefined ? (
          <AsOf at={asOf} format={figures.format} />
        ) : (
          <PriceOf {...carried} format={figures.format} />
        )}
        {record !== undefined && total !== null && (
          <OtherRecord {...{ record, total, figures, paths }} />
        )}
        {returns !== null && (
          <span
            className={clsx(returns.rest !== '' && classes.long)}
            title={`${returns.text}${returns.rest}`}
          >
            <b data-direction={directionOf(figures.change(returns.ratio))}>{returns.text}</b>
            {returns.rest}
          </span>
        )}
        {drawn !== '' && <span>{drawn}</span>}
        {loading !== '' && <span>{loading}</span>}
      </p>
    </div>
  );
}

interface OtherRecordProps extends Pick<HistoryFigureProps, 'figures' | 'paths'> {
  readonly record: number;
  readonly total: number;
}

/** Shows the last record if the total differs from it. */
function OtherRecord({ record, total, figures, paths }: OtherRecordProps) {
  if (!useLastingDifference(paths, !reconciles(record, total))) return null;
  return (
    <span>
      last record {figures.total(record)}{' '}
      <Reconciliation sum={record} whole={total} of="the total" />
    </span>
  );
}

function isOverADay(at: number): boolean {
  return Date.now() - at > day;
}

/** Marks a record that is more than a day old. */
function AsOf({ at, format }: { readonly at: number; readonly format: Format }) {
  const isPast = useAsOf() !== null;
  if (Number.isNaN(at)) return null;
  const isOld = !isPast && isOverADay(at);
  return (
    <time
      className={clsx(isOld && classes.stale)}
      dateTime={new Date(at).toISOString()}
      title={
        isPast ? 'Prices of then' : isOld ? 'Latest prices, more than a day old' : 'Latest prices'
      }
    >
      as of {format.shortDateTime(at)} {format.zone(at)}
    </time>
  );
}

/** An as of would hide that the price is carried from an earlier day. */
function PriceOf({ at, ageMs, format }: CarriedPrice & { readonly format: Format }) {
  return (
    <time
      className={classes.stale}
      dateTime={new Date(at).toISOString()}
      title="The latest price, carried to the end of the history"
    >
      price of {format.dateTime(at)} {format.zone(at)}, {formatDuration(ageMs)} old
    </time>
  );
}

interface ComparedNotesProps {
  readonly lines: readonly SceneLine[];
  readonly asOf: number;
  readonly format: Format;
}

export function ComparedNotes({ lines, asOf, format }: ComparedNotesProps) {
  return (
    <Box component="p" px="var(--gutter)" pt="sm" pb={4} c="dimmed">
      <AsOf at={asOf} format={format} />
      <BackfilledLines {...{ lines, format }} />
    </Box>
  );
}

function BackfilledLines({ lines, format }: Omit<ComparedNotesProps, 'asOf'>) {
  const backfilled = lines.flatMap(({ label, shownTimes, backfilledUntil = -Infinity }) =>
    (shownTimes[0] ?? NaN) < backfilledUntil ? { label, backfilledUntil } : [],
  );
  const [first] = backfilled;
  if (first === undefined) return null;
  const texts = backfilled.map(({ backfilledUntil }) => backfilledText(format, backfilledUntil));
  const isOne = backfilled.length === lines.length && new Set(texts).size === 1;
  return (
    <span title={backfilled.map(({ label }, i) => `${label}: ${texts[i]}`).join('\n')}>
      {' · '}
      <LineKey style={backfilledStyle(mainStyle)} />
      {isOne ? texts[0] : `${format.number(backfilled.length)} of ${lines.length} backfilled`}
    </span>
  );
}

const valueTitle = 'Change in value, including deposits and withdrawals: not a return.';
const returnTitle = (valueName: ValueName) =>
  `Return: from the first to the last ${valueName.toLowerCase()} in this window.`;

export function HistoryFigureSkeleton() {
  return (
    <div className={classes.figure}>
      <div className={classes.value}>
        <Skeleton width={260} height={30} />
      </div>
      <div className={classes.change}>
        <Skeleton width={220} />
      </div>
      <div className={classes.notes}>
        <Skeleton width={160} />
      </div>
    </div>
  );
}
