import { Box, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { periodReaching, type HistoryType } from '#contract/historyType.ts';
import type { Thematic } from '#contract/thematic.ts';
import { sparkPoints } from '../../chart/series.ts';
import { Sparkline } from '../../design/Sparkline.tsx';
import { historyOf, historyQuery } from '../../history/historyQueries.ts';
import { Consequence } from '../../holdings/LinesForm.tsx';
import { priceAt, usePriceHistories } from '../../holdings/usePriceHistories.ts';
import { useFormat } from '../../preferences/format.ts';
import { inceptionWith, replayLevels, type Weighting } from './replayLevels.ts';
import type { DefinitionEditing } from './useDefinition.ts';

interface DefinitionPreviewProps {
  readonly edit: DefinitionEditing;
  readonly thematic: Thematic | null;
}

const year = 365 * 86_400_000;
const points = 120;

export function DefinitionPreview({ edit, thematic }: DefinitionPreviewProps) {
  const format = useFormat();
  const { body, asOf, since, isDated, definitions } = edit;
  const isNew = thematic === null;
  const isBackfilled = isNew && !isDated;
  const isPast = isDated && since !== null && asOf !== null && since < asOf;
  const isBackDated = !isNew && isPast;
  const type: HistoryType = isBackfilled ? 'all' : isPast ? periodReaching(since, asOf) : 'year';
  const later = isBackDated ? definitions.filter((one) => one.since > since) : [];
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

  const until = later[0] && ` until the definition of ${format.dateTime(later[0].since)}`;
  const text = isBackfilled
    ? 'Backfilled from the first available price; level starts at 100.'
    : isNew
      ? `Level starts at 100 ${isPast ? `on ${format.dateTime(since)}` : 'now'}. No earlier levels.`
      : isBackDated
        ? `Levels up to ${format.dateTime(since)} do not change. These weights apply from then on${until ?? ''}. Later levels, returns and comparisons are recalculated.`
        : 'Levels up to now do not change. The new weights apply from now on.';
  const note = (more = '') => (
    <Text c="dimmed" mt="sm">
      {text + more}
    </Text>
  );
  if (prices === 'too many' || own === undefined || (isNew && !isBackfilled && !isPast)) {
    return note();
  }
  if (prices === 'loading' || asOf === null || (isBackDated && levels === undefined))
    return note(' …');
  const start = isBackfilled ? inceptionWith(own, prices) : isPast ? since : asOf - year;
  const level = isBackDated ? priceAt(levels, since) : 100;
  if (start === null || start >= asOf || level === null) {
    return note(' No level to preview yet.');
  }
  const weightings = [{ ...own, from: start }, ...followers];
  const replayed = replayLevels({ weightings, prices, start, end: asOf, level });
  const after = replayed.totals.at(-1) ?? NaN;
  const change = format.market.percentChange(after / level - 1);
  return (
    <>
      {note()}
      <Box component="dl" mt="sm">
        {isNew || isBackDated ? (
          <>
            <Consequence
              label={`Level on ${format.dateTime(start)}`}
              figure={format.level(level)}
              beside={isBackDated && 'unchanged'}
            />
            <Consequence
              label="Level now"
              figure={format.level(after)}
              beside={isNew ? change : `instead of ${format.level(thematic.total)}`}
            />
          </>
        ) : (
          <Consequence
            label="Past year with these weights"
            figure={change}
            beside={`instead of ${format.market.percentChange(thematic.change.year)}`}
          />
        )}
      </Box>
      <Sparkline
        values={sparkPoints(replayed, points)}
        label={`With these weights: ${change}`}
        width={280}
        height={56}
      />
    </>
  );
}
