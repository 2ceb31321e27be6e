import { useQuery } from '@tanstack/react-query';
import type { HistoryType } from '#contract/historyType.ts';
import type { Thematic } from '#contract/thematic.ts';
import { Sparkline } from '../../design/Sparkline.tsx';
import { historyOf, historyQuery } from '../../history/historyQueries.ts';
import { ChangeList } from '../../holdings/HoldingsChanges.tsx';
import classes from '../../holdings/HoldingsEdit.module.css';
import {
  type PriceColumns,
  periodReaching,
  usePriceHistories,
} from '../../holdings/usePriceHistories.ts';
import { type Format, useFormat } from '../../preferences/format.ts';
import { inceptionWith, replayLevels, type Weighting } from './replayLevels.ts';
import type { DefinitionEditing } from './useDefinition.ts';

interface DefinitionPreviewProps {
  readonly edit: DefinitionEditing;
  /** What is redefined; null: a new one. */
  readonly thematic: Thematic | null;
}

/** What a definition changes: its weights, and the level they give. */
export function DefinitionPreview({ edit, thematic }: DefinitionPreviewProps) {
  const format = useFormat();
  const { changes, known, body, hasNewTokens } = edit;
  return (
    <div className={classes.changes}>
      <h3>{thematic === null ? 'What it is made of' : 'What changes'}</h3>
      {changes === null ? (
        <p className={classes.quiet}>Correct the lines marked first.</p>
      ) : changes.length === 0 ? (
        <p className={classes.quiet}>
          {thematic === null ? 'No constituents yet.' : 'The constituents stay as they are.'}
        </p>
      ) : (
        <ChangeList {...{ changes, known }} write={format.market.percent} />
      )}
      {body !== null && hasNewTokens && <Level {...{ edit, thematic }} />}
    </div>
  );
}

const year = 365 * 86_400_000;

/** The level with the weights that are typed, replayed from the prices. */
function Level({ edit, thematic }: DefinitionPreviewProps) {
  const format = useFormat();
  const { body, asOf, since, inForce } = edit;
  const weights = new Map(body?.tokens.map(({ token, weight }) => [token, weight]));
  const isBackDated = thematic !== null && since !== null && asOf !== null && since < asOf;
  const later = isBackDated ? inForce.filter((one) => one.since > since) : [];
  const type: HistoryType =
    thematic === null ? 'all' : isBackDated ? periodReaching(since, asOf) : 'year';
  const followers = later.map((one): Weighting => ({
    from: one.since,
    weights: new Map(one.tokens.map(({ token, weight }) => [token, weight])),
  }));
  const ids = [
    ...new Set([weights, ...followers.map((one) => one.weights)].flatMap((one) => [...one.keys()])),
  ];
  const prices = usePriceHistories(ids, type);
  const levels = useQuery({
    ...historyQuery(historyOf.thematic(thematic?._id ?? ''), type),
    enabled: isBackDated,
  }).data;
  const [next] = later;
  const consequence = consequenceOf(format, { edit, thematic, isBackDated, until: next?.since });
  if (prices === 'too many') return <p className={classes.quiet}>{consequence}</p>;
  if (prices === 'loading' || asOf === null || (isBackDated && levels === undefined)) {
    return (
      <>
        <p className={classes.quiet}>{consequence}</p>
        <p className={classes.quiet}>…</p>
      </>
    );
  }
  const start = startOf({ isNew: thematic === null, isBackDated, since, asOf, weights, prices });
  const last = levels?.times.findLastIndex((time) => time <= (start ?? 0)) ?? -1;
  const level = isBackDated ? (levels?.totals[last] ?? null) : 100;
  if (start === null || start >= asOf || level === null) {
    return <p className={classes.quiet}>{consequence} There is no level to preview yet.</p>;
  }
  const path = replayLevels({
    weightings: [{ from: start, weights }, ...followers],
    prices,
    start,
    end: asOf,
    level,
  });
  const after = path.at(-1) ?? NaN;
  const change = after / level - 1;
  return (
    <>
      <p className={classes.quiet}>{consequence}</p>
      <dl className={classes.value}>
        {thematic !== null && !isBackDated ? (
          <div>
            <dt>Past year with these weights</dt>
            <dd>
              {format.market.percentChange(change)}{' '}
              <small>instead of {format.market.percentChange(thematic.change.year)}</small>
            </dd>
          </div>
        ) : (
          <>
            <div>
              <dt>Level on {format.dateTime(start)}</dt>
              <dd>
                {format.market.total(level)} <small>{isBackDated && 'unchanged'}</small>
              </dd>
            </div>
            <div>
              <dt>Level now</dt>
              <dd>
                {format.market.total(after)}{' '}
                <small>
                  {thematic === null
                    ? format.market.percentChange(change)
                    : `instead of ${format.market.total(thematic.total)}`}
                </small>
              </dd>
            </div>
          </>
        )}
      </dl>
      <Sparkline
        values={thinned(path)}
        label={`With these weights: ${format.market.percentChange(change)}`}
        width={280}
        height={56}
      />
    </>
  );
}

interface Consequence extends DefinitionPreviewProps {
  readonly isBackDated: boolean;
  /** When a later definition follows. */
  readonly until: number | undefined;
}

/** What a definition does to the levels, in words. */
function consequenceOf(
  format: Format,
  { edit, thematic, isBackDated, until }: Consequence,
): string {
  if (thematic === null) {
    return 'A new thematic begins with level 100 at the first midnight (UTC) at which one of its tokens has a price.';
  }
  if (!isBackDated || edit.since === null) {
    return 'No level up to now changes: the new weights count from now on.';
  }
  const from = format.dateTime(edit.since);
  const end = until === undefined ? '' : ` The definition of ${format.dateTime(until)} follows it.`;
  return `Levels up to ${from} do not change. Later levels are computed again, and with them returns and comparisons.${end}`;
}

interface StartOptions {
  readonly isNew: boolean;
  readonly isBackDated: boolean;
  readonly since: number | null;
  readonly asOf: number;
  readonly weights: ReadonlyMap<string, number>;
  readonly prices: ReadonlyMap<string, PriceColumns>;
}

/** Where the replay begins: at the inception of a new thematic, at the date typed, or a year ago. */
function startOf({
  isNew,
  isBackDated,
  since,
  asOf,
  weights,
  prices,
}: StartOptions): number | null {
  if (isNew) return inceptionWith({ from: 0, weights }, prices);
  return isBackDated ? since : asOf - year;
}

const points = 120;

/** As many of the values as a small line shows, the last among them. */
function thinned(values: readonly number[]): number[] {
  const step = Math.max(1, Math.ceil(values.length / points));
  return values.filter((_, index) => (values.length - 1 - index) % step === 0);
}
