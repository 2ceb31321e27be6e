import { useFiguresWindow } from '../history/historyWindow.ts';
import { Split } from '../design/Split.tsx';
import type { FiguresOwner } from '../portfolio/bookSubject.ts';
import { CalendarPanel } from './CalendarPanel.tsx';
import { DrawdownsPanel } from './DrawdownsPanel.tsx';
import { ReturnsPanel } from './ReturnsPanel.tsx';
import { hasFlows } from './figureTraits.ts';
import { RiskPanel } from './RiskPanel.tsx';
import { useFigures } from './useFigures.ts';
import { WhyReturnsDiffer } from './WhyReturnsDiffer.tsx';

/** Return, risk, drawdowns and months of the visible window. Without flows, the level has the only return. */
export function FiguresPanels({ subject }: { readonly subject: FiguresOwner }) {
  const of = useFigures(subject, useFiguresWindow());
  const isWithFlows = hasFlows(subject);
  return (
    <>
      <Split
        width={isWithFlows ? 'narrow' : 'wide'}
        side={
          <>
            {isWithFlows && <WhyReturnsDiffer of={of} />}
            <DrawdownsPanel of={of} isPublic={!isWithFlows} />
          </>
        }
      >
        {isWithFlows && <ReturnsPanel of={of} />}
        <RiskPanel {...{ subject, of }} />
      </Split>
      <CalendarPanel subject={subject} />
    </>
  );
}
