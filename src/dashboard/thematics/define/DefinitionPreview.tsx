import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { periodReaching, type HistoryType } from '#contract/historyType.ts';
import type { Thematic } from '#contract/thematic.ts';
import { sparkPoints } from '../../chart/series.ts';
import { Sparkline } from '../../design/Sparkline.tsx';
import { historyOf, historyQuery } from '../../history/historyQueries.ts';
import { ChangeList } from '../../holdings/HoldingsChanges.tsx';
import classes from '../../holdings/HoldingsEdit.module.css';
import { priceAt, usePriceHistories } from '../../holdings/usePriceHistories.ts';
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
        <Text c="dimmed">Correct the lines marked first.</Text>
      ) : changes.length === 0 ? (
        <Text c="dimmed">
          {thematic === null ? 'No constituents yet.' : 'The constituents stay as they are.'}
        </Text>
      ) : (
        <ChangeList {...{ changes, known }} write={format.market.percent} />
      )}
      {body !== null && hasNewTokens && <Level {...{ edit, thematic }} />}
    </div>
  );
}

const year = 365 * 86_400_000;
const points = 120;

/** The level with the weights that are typed, replayed from the prices. */
function Level({ edit, thematic }: DefinitionPreviewProps) {
  const format = useFormat();
  const { body, asOf, since, inForce } = edit;
  const isNew = thematic === null;
  const isBackDated = !isNew && since !== null && asOf !== null && since < asOf;
  const type: HistoryType = isNew ? 'all' : isBackDated ? periodReaching(since, asOf) : 'year';
  const later = isBackDated ? inForce.filter((one) => one.since > since) : [];
  const [own, ...followers] = [{ since: 0, tokens: body?.tokens ?? [] }, ...later].map(
    (one): Weighting => ({
      from: one.since,
      weights: new Map(one.tokens.map(({ token, weight }) => [token, weight])),
    }),
  );
  const ids = [own, ...followers].flatMap((one) => [...(one?.weights.keys() ?? [])]);
  const prices = usePriceHistories([...new Set(ids)], type);
  const levels = useQuery({
    ...historyQuery(historyOf.thematic(thematic?._id ?? ''), type),
    enabled: isBackDated,
  }).data;

  const text = consequenceOf(format, { edit, thematic, isBackDated, until: later[0]?.since });
  const note = (more = '') => <Text c="dimmed">{text + more}</Text>;
  if (prices === 'too many' || own === undefined) return note();
  if (prices === 'loading' || asOf === null || (isBackDated && levels === undefined))
    return note(' …');
  const start = isNew ? inceptionWith(own, prices) : isBackDated ? since : asOf - year;
  const level = isBackDated ? priceAt(levels, since) : 100;
  if (start === null || start >= asOf || level === null) {
    return note(' There is no level to preview yet.');
  }
  const weightings = [{ ...own, from: start }, ...followers];
  const replayed = replayLevels({ weightings, prices, start, end: asOf, level });
  const after = replayed.totals.at(-1) ?? NaN;
  const change = format.market.percentChange(after / level - 1);
  const total = format.level;
  const figures =
    isNew || isBackDated
      ? [
          [`Level on ${format.dateTime(start)}`, total(level), isBackDated && 'unchanged'],
          ['Level now', total(after), isNew ? change : `instead of ${total(thematic.total)}`],
        ]
      : [
          [
            'Past year with these weights',
            change,
            `instead of ${format.market.percentChange(thematic.change.year)}`,
          ],
        ];
  return (
    <>
      {note()}
      <dl className={classes.value}>
        {figures.map(([label, figure, beside]) => (
          <div key={String(label)}>
            <dt>{label}</dt>
            <dd>
              {figure} <small>{beside}</small>
            </dd>
          </div>
        ))}
      </dl>
      <Sparkline
        values={sparkPoints(replayed, points)}
        label={`With these weights: ${change}`}
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

/** What a definition does to the levels. */
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
  const end = until === undefined ? '' : ` until the definition of ${format.dateTime(until)}`;
  return `Levels up to ${format.dateTime(edit.since)} do not change. These weights count from then on${end}: later levels are computed again, and with them returns and comparisons.`;
}
