import { Group, Text } from '@mantine/core';
import { isHistoryType, historyTypes } from '#contract/historyType.ts';
import { pathOf } from '#contract/operation.ts';
import { getBookSummary } from '#contract/operations/book.ts';
import { ChipSelect } from '../design/ChipSelect.tsx';
import { OnceSeen } from '../design/OnceSeen.tsx';
import { Split } from '../design/Split.tsx';
import { FiguresSection } from '../figures/FiguresSection.tsx';
import { HistoryPanel } from '../history/HistoryPanel.tsx';
import { useHistoryWindow } from '../history/historyWindow.ts';
import { pastNames } from '../history/periodText.ts';
import type { SelectedMembers } from '../members/useMembership.ts';
import { holdingsTexts } from '../portfolio/holdingsTexts.ts';
import { BookExposurePanel } from './BookExposurePanel.tsx';
import { BookMoved } from './BookMoved.tsx';
import { InvestedNote } from './InvestedNote.tsx';
import { InvestedTool } from './InvestedTool.tsx';
import { LowerPanels } from './LowerPanels.tsx';
import { useBookHistory } from './useBookHistory.ts';
import { useInvested } from './useInvested.ts';
import type { OverviewOfPage } from './useBookOverview.ts';

/** In px: room for the panels, so that scrolling does not jump when they come. */
const lowerHeight = 560;

interface BookPanelsProps {
  readonly members: SelectedMembers;
  readonly overview: OverviewOfPage;
}

export function BookPanels({ members, overview }: BookPanelsProps) {
  const history = useBookHistory(members.subject);
  const { period, choosePeriod } = useHistoryWindow();
  const { isReported, figures, records, reason } = overview;
  const invested = useInvested(records);
  return (
    <>
      {isReported && (
        <Group px="var(--gutter)" py="xs">
          <ChipSelect
            label="Period"
            choices={historyTypes.map((value) => ({ value, label: pastNames[value] }))}
            chosen={period}
            onChoose={(type) => isHistoryType(type) && choosePeriod(type)}
          />
        </Group>
      )}
      <Split
        side={
          isReported ? (
            <BookExposurePanel members={members.query} />
          ) : (
            <BookMoved members={members.query} />
          )
        }
      >
        <HistoryPanel
          {...history}
          title="Total of the book"
          totalNow={figures?.total ?? null}
          totalPath={pathOf(getBookSummary, {
            params: { historyType: period },
            query: members.query,
          })}
          whyEmpty={reason ?? holdingsTexts.none}
          {...(!isReported && {
            linesBeside: invested.linesBeside,
            renderLegend: (scene, formats) =>
              invested.isIn(scene?.mode ?? null) && (
                <InvestedNote {...{ records, scene }} figures={formats} />
              ),
            tools: <InvestedTool invested={invested} />,
          })}
        />
        {isReported && (
          <Text px="var(--gutter)" pb="sm" c="dimmed">
            Net invested, net flow, return, drivers, flows and risk of a book need amounts held in
            the past.
          </Text>
        )}
      </Split>
      {!isReported && (
        <>
          <OnceSeen height={lowerHeight}>{() => <LowerPanels members={members.query} />}</OnceSeen>
          <FiguresSection subject={members.subject} />
        </>
      )}
    </>
  );
}
