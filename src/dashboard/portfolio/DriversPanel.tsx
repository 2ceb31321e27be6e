import { Box, Group, Text } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Span } from '../chart/scene.ts';
import { useWhyUnknown } from '../api/service.ts';
import { EmptyPane } from '../design/EmptyPane.tsx';
import { Panel, Query } from '../design/Panel.tsx';
import { PanelSkeleton } from '../design/PanelSkeleton.tsx';
import { Segments } from '../design/Segments.tsx';
import { useFormat } from '../preferences/format.ts';
import { formatDuration } from '../preferences/instants.ts';
import { usePrivacy } from '../preferences/preferences.ts';
import { useAsOf } from '../url/asOf.ts';
import { movedParam } from '../url/params.ts';
import { useSearchParam } from '../url/searchParam.ts';
import { holdingsTexts } from './holdingsTexts.ts';
import { isSplitIn, type Moved, type MovedPart, movedSteps, movedSum } from './moved.ts';
import { Waterfall } from './Waterfall.tsx';

const parts: Record<MovedPart, string> = { total: 'Total', price: 'Price', flow: 'Flow' };

const labels: Record<MovedPart, string> = {
  total: 'Drivers of the change in value',
  price: 'Drivers of the price effect',
  flow: 'Drivers of the net flow',
};

interface DriversPanelProps {
  readonly query: UseQueryResult;
  readonly path?: string | undefined;
  readonly moved: Moved | null;
  readonly window: string;
  readonly isZoomed: boolean;
  readonly choice?: ReactNode;
  /** At the end of the row below the head. */
  readonly tool?: ReactNode;
}

export function DriversPanel(props: DriversPanelProps) {
  const { query, path, moved, window, isZoomed, choice, tool } = props;
  const format = useFormat();
  const [chosen, setPart] = useSearchParam(movedParam);
  const isHidden = usePrivacy() === 'hidden';
  const isPast = useAsOf() !== null;
  const whyNoFlow = useWhyUnknown('amounts');
  const isSplit = moved === null ? whyNoFlow === null : isSplitIn(moved);
  // The head has no room for more than the window beside the choice.
  const hasRow = choice !== undefined && isSplit;
  const details = [stepText(moved), format.currency].filter((text) => text !== null);
  const partChoice = isSplit && (
    <Segments label="Part of the change" choices={parts} chosen={chosen} onChoose={setPart} />
  );
  return (
    <Panel
      title="Drivers"
      sub={[window, ...(hasRow ? [] : details)].join(', ')}
      actions={isHidden ? undefined : (choice ?? partChoice)}
    >
      {isHidden ? (
        <EmptyPane title="Drivers are hidden">
          The bars would reveal shares, which privacy mode hides.
        </EmptyPane>
      ) : (
        <>
          {hasRow && (
            <Group h={32} mt={-8} px="var(--gutter)" wrap="nowrap">
              {partChoice}
              <Text flex={1} truncate size="xs" c="dimmed">
                {details.join(', ')}
              </Text>
              {tool}
            </Group>
          )}
          <Query
            query={query}
            path={path}
            what="The drivers"
            loading={<PanelSkeleton height={344} />}
          >
            {() =>
              moved?.span == null ? (
                <EmptyPane title="No data">
                  {isZoomed
                    ? 'No records in this window.'
                    : isPast
                      ? holdingsTexts.noneThen
                      : holdingsTexts.none}
                </EmptyPane>
              ) : moved.span.from === moved.span.to ? (
                <EmptyPane title="Not enough records">
                  One record, {format.dateTime(moved.span.from)}. A change needs two.
                </EmptyPane>
              ) : (
                <Drivers
                  {...{ moved, isSplit, whyNoFlow }}
                  part={isSplit ? chosen : 'total'}
                  span={moved.span}
                  isOld={query.isPlaceholderData}
                />
              )
            }
          </Query>
        </>
      )}
    </Panel>
  );
}

/** “steps of 4 h”: effects are chained record by record, so another step gives another split. */
function stepText(moved: Moved | null): string | null {
  return moved?.step == null ? null : `steps of ${formatDuration(moved.step)}`;
}

interface DriversProps {
  readonly moved: Moved;
  readonly isSplit: boolean;
  readonly whyNoFlow: string | null;
  readonly span: Span;
  readonly part: MovedPart;
  readonly isOld: boolean;
}

function Drivers({ moved, isSplit, whyNoFlow, span, part, isOld }: DriversProps) {
  const format = useFormat();
  const { first, last, sum } = moved;
  const [from, to] = format.span(span.from, span.to);
  const value = (total: number) => ({
    text: format.totalShort(total),
    title: format.total(total),
  });
  const change = (total: number) => ({
    text: format.changeShort(total),
    title: format.change(total),
  });
  return (
    <Box px="var(--gutter)" pb="md" {...(isOld && { opacity: 'var(--dim)' })} style={fading}>
      <Waterfall
        label={labels[part]}
        from={first}
        start={{ label: from, ...value(first) }}
        steps={movedSteps(moved, part)}
        end={
          part === 'total'
            ? { label: to, ...value(last) }
            : { label: `From ${part}s`, ...change(movedSum(moved, part)) }
        }
        format={format.changeShort}
        formatFull={format.change}
      />
      {isSplit && (
        <Group component="dl" gap="var(--space-5)" mt="xs" pt={10} style={ruled}>
          {Object.entries({
            'from prices': sum.price,
            'from flows': sum.amount,
            residual: sum.residual,
          })
            .filter(([label, total]) => label !== 'residual' || total !== 0)
            .map(([label, total]) => (
              <div key={label}>
                <Text component="dt" c="dimmed" fz="var(--micro)" lh="var(--micro-line)">
                  {label}
                </Text>
                <Text component="dd" fw="var(--weight-label)" title={change(total).title}>
                  {change(total).text}
                </Text>
              </div>
            ))}
        </Group>
      )}
      {!isSplit && (
        <Text mt="xs" size="xs" c="dimmed">
          Change in value, including deposits. {whyNoFlow}
        </Text>
      )}
      {isSplit && moved.movers.some(({ amount }) => amount !== 0) && (
        <Text mt="xs" size="xs" c="dimmed">
          The value includes deposits and withdrawals (gray), so its change is not a return.
        </Text>
      )}
    </Box>
  );
}

const fading = { transition: 'opacity var(--normal) var(--ease)' };
const ruled = {
  borderTop: 'var(--hair) solid var(--line-2)',
  fontFeatureSettings: "'tnum'",
};
