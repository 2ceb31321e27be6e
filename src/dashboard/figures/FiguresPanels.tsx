import type { PortfolioSubject } from '#contract/subject.ts';
import { useFiguresWindow } from '../history/historyWindow.ts';
import { Split } from '../design/Split.tsx';
import { CalendarPanel } from './CalendarPanel.tsx';
import { DrawdownsPanel } from './DrawdownsPanel.tsx';
import { ReturnsPanel } from './ReturnsPanel.tsx';
import { RiskPanel } from './RiskPanel.tsx';
import { useFigures } from './useFigures.ts';
import { WhyReturnsDiffer } from './WhyReturnsDiffer.tsx';

/** Return, risk, drawdowns and months of the visible window. A thematic has no flows, so its only return is that of its level. */
export function FiguresPanels({ subject }: { readonly subject: PortfolioSubject }) {
  const of = useFigures(subject, useFiguresWindow());
  const hasFlows = subject.user !== undefined;
  return (
    <>
      <Split
        width={hasFlows ? 'narrow' : 'wide'}
        side={
          <>
            {hasFlows && <WhyReturnsDiffer of={of} />}
            <DrawdownsPanel of={of} isPublic={!hasFlows} />
          </>
        }
      >
        {hasFlows && <ReturnsPanel of={of} />}
        <RiskPanel {...{ subject, of }} />
      </Split>
      <CalendarPanel subject={subject} />
    </>
  );
}
