import { Box, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import type { PreviewedDefinition } from '#contract/rebalance.ts';
import { type Thematic, type ThematicDefinition, thematicDefinition } from '#contract/thematic.ts';
import { messageOf } from '../../api/errors.ts';
import { Sparkline } from '../../design/Sparkline.tsx';
import { Consequence } from '../../holdings/LinesForm.tsx';
import { driftQueries } from '../../portfolio/driftQueries.ts';
import { useFormat } from '../../preferences/format.ts';
import { PreviewedTrades } from './PreviewedTrades.tsx';
import type { DefinitionEditing } from './useDefinition.ts';

interface DefinitionPreviewProps {
  readonly edit: DefinitionEditing;
  readonly thematic: Thematic | null;
}

/** Milliseconds without a change before the service is asked. */
const settleMs = 250;

export function DefinitionPreview({ edit, thematic }: DefinitionPreviewProps) {
  const format = useFormat();
  const { body, asOf, since, isDated, definitions, id } = edit;
  const isNew = thematic === null;
  const isBackfilled = isNew && !isDated;
  const isPast = isDated && since !== null && asOf !== null && since < asOf;
  const isBackDated = !isNew && isPast;
  const isChained = isBackfilled || isPast;
  // A new thematic that starts now has neither past nor wallets.
  const hasPreview = !isNew || isChained;
  // Effective now is the default, so that the request does not change with every tick.
  const preview = usePreview(id, hasPreview && body !== null ? withoutNow(body, isPast) : null);
  const [later] = isBackDated ? definitions.filter((one) => one.since > since) : [];
  const until = later && ` until the definition of ${format.dateTime(later.since)}`;
  const text = isBackfilled
    ? 'Backfilled from the first available price; level starts at 100.'
    : isNew
      ? `Level starts at 100 ${isPast ? `on ${format.dateTime(since)}` : 'now'}. No earlier levels.`
      : isBackDated
        ? `Levels up to ${format.dateTime(since)} do not change. These weights apply from then on${until ?? ''}. Later levels, returns and comparisons are recalculated.`
        : 'Levels up to now do not change. The new weights apply from now on.';
  const { data, error, isPending } = preview;
  const fault = error !== null && ` No preview: ${messageOf(error)}`;
  return (
    <>
      <Text c="dimmed" mt="sm">
        {text}
        {hasPreview && isPending && ' …'}
        {fault}
      </Text>
      {data != null && (
        <>
          <PreviewedLevels preview={data} {...{ isChained, isNew }} />
          <PreviewedTrades preview={data} />
        </>
      )}
    </>
  );
}

const withoutNow = ({ from, ...body }: ThematicDefinition, isPast: boolean): ThematicDefinition =>
  isPast && from !== undefined ? { ...body, from } : body;

/** Requests a preview once the form has settled. Meanwhile nothing is known: figures of other weights are never shown. */
function usePreview(id: string, body: ThematicDefinition | null) {
  // A text, so that equal definitions are one request. Name and description do not matter.
  const text = body && JSON.stringify({ ...body, name: 'Preview', description: '' });
  const [settled] = useDebouncedValue(text, settleMs);
  const settledBody = settled === null ? null : thematicDefinition.parse(JSON.parse(settled));
  const query = useQuery({
    ...driftQueries.preview(id, settledBody ?? { name: '', tokens: [] }),
    enabled: settledBody !== null && id !== '',
  });
  return settled === text ? query : { data: undefined, error: null, isPending: true };
}

interface PreviewedLevelsProps {
  readonly preview: PreviewedDefinition;
  /** Its levels begin before now. */
  readonly isChained: boolean;
  readonly isNew: boolean;
}

function PreviewedLevels({ preview, isChained, isNew }: PreviewedLevelsProps) {
  const format = useFormat();
  const { from, levelAtFrom, level, levelBefore, line, pastYear } = preview;
  const ofLevel = levelAtFrom === null || level === null ? null : level / levelAtFrom - 1;
  const change = format.market.percentChange(isChained ? ofLevel : pastYear.change);
  if (isNew && !isChained) return null;
  return (
    <>
      <Box component="dl" mt="sm">
        {isChained ? (
          <>
            {from !== null && (
              <Consequence
                label={`Level on ${format.dateTime(from)}`}
                figure={format.level(levelAtFrom)}
                beside={!isNew && 'unchanged'}
              />
            )}
            <Consequence
              label="Level now"
              figure={format.level(level)}
              beside={isNew ? change : `instead of ${format.level(levelBefore)}`}
            />
          </>
        ) : (
          <Consequence
            label="Past year with these weights"
            figure={change}
            beside={`instead of ${format.market.percentChange(pastYear.changeBefore)}`}
          />
        )}
      </Box>
      <Sparkline
        values={isChained ? line.levels : pastYear.levels}
        label={`With these weights: ${change}`}
        width={280}
        height={56}
      />
    </>
  );
}
