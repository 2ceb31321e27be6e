import { Box, Text } from '@mantine/core';
import type { Contribution } from '#contract/contribution.ts';
import { parseTime } from '#contract/time.ts';
import { Panel } from '../../design/Panel.tsx';
import { PanelSkeleton } from '../../design/PanelSkeleton.tsx';
import { endText, shownText } from '../../history/periodText.ts';
import { largestSteps, Waterfall } from '../../portfolio/Waterfall.tsx';
import { type Format, useFormat } from '../../preferences/format.ts';
import { type ContributionOfWindow, pointsOf } from '../../history/useContribution.ts';

export const noLevelsYet = 'No records yet: none of its tokens has had a price.';

interface ThematicMovedProps {
  readonly contribution: ContributionOfWindow;
}

export function ThematicMoved({ contribution }: ThematicMovedProps) {
  const format = useFormat();
  const { query, shown, isWithoutRecords } = contribution;
  const { period, zoom } = shown;
  const head = { title: 'Drivers', sub: `${shownText(format, shown)}, daily steps, index points` };
  const empty = (
    <Text px="var(--gutter)" pb="md" c="var(--ink-2)">
      {zoom === null ? noLevelsYet : 'No records in this window.'}
    </Text>
  );
  const endsOf = ({ from, to }: Contribution): readonly [string, string] =>
    zoom === null || from === null || to === null
      ? [endText(format, period, from), endText(format, period, to)]
      : format.span(parseTime(from), parseTime(to));
  if (isWithoutRecords) return <Panel {...head}>{empty}</Panel>;
  return (
    <Panel
      {...head}
      query={query}
      what="The drivers"
      // Height of ten rows and their text.
      loading={<PanelSkeleton height={342} />}
      isEmpty={({ change }) => change === null}
      empty={empty}
    >
      {(parts) => (
        <Box
          px="var(--gutter)"
          pb="md"
          opacity={query.isPlaceholderData ? 'var(--dim)' : 1}
          style={{ transition: 'opacity var(--normal) var(--ease)' }}
        >
          <Waterfall
            label="Drivers of the level, by token"
            from={0}
            start={{ label: endsOf(parts)[0], text: format.level(parts.first) }}
            steps={stepsOf(parts)}
            end={{ label: endsOf(parts)[1], text: format.level(parts.last) }}
            format={format.levelChange}
            formatFull={format.levelChange}
          />
          <Text fz="xs" lh="var(--small-line)" mt="xs" c="dimmed">
            Weights return to target every day. A token adds its weight times its daily return, so a
            token whose price fell may still have added points.{' '}
            {residualText(format, pointsOf(parts, parts.residual) ?? 0)}
          </Text>
        </Box>
      )}
    </Panel>
  );
}

const stepsOf = (parts: Contribution) =>
  largestSteps(
    parts.tokens.map(({ token, contribution }) => ({
      key: token._id,
      label: token.symbol,
      title: token.name,
      value: pointsOf(parts, contribution) ?? 0,
    })),
  );

const residualText = (format: Format, residual: number) =>
  Math.abs(residual) >= 0.005 && `Residual: ${format.levelChange(residual)}.`;
