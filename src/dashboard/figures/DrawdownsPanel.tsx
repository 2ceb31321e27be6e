import { Button } from '@mantine/core';
import type { FiguresAnswer } from '#contract/figures.ts';
import { maxDrawdowns } from '#contract/figuresLimits.ts';
import { useHistoryWindow } from '../history/historyWindow.ts';
import { drawdownMark } from '../chart/modes.ts';
import { Panel } from '../design/Panel.tsx';
import { PanelSkeleton } from '../design/PanelSkeleton.tsx';
import { useFormat } from '../preferences/format.ts';
import { Dimmed } from './Dimmed.tsx';
import { DrawdownHead } from './DrawdownHead.tsx';
import classes from './DrawdownsPanel.module.css';
import { daysText, figuresWindowText, recoveryText, whyNoDrawdowns } from './figuresText.ts';
import { NoFigures } from './NoFigures.tsx';
import type { FiguresOfPage } from './useFigures.ts';

interface DrawdownsPanelProps {
  readonly of: FiguresOfPage;
  readonly isPublic: boolean;
}

/** The deepest drawdowns of the window, which the chart shades on request. */
export function DrawdownsPanel({ of: { query }, isPublic }: DrawdownsPanelProps) {
  const format = useFormat();
  const { marks, chooseMark } = useHistoryWindow();
  const { data, isPlaceholderData: isOld } = query;
  const isShaded = marks.has(drawdownMark.name);
  return (
    <Panel
      title="Drawdowns"
      sub={figuresWindowText(format, data, isOld)}
      actions={
        <Button
          variant="subtle"
          aria-pressed={isShaded}
          title={drawdownMark.title}
          onClick={() => chooseMark(drawdownMark, !isShaded)}
        >
          {drawdownMark.label}
        </Button>
      }
      query={query}
      what="The drawdowns"
      loading={<PanelSkeleton height={maxDrawdowns * rowHeight} />}
      isEmpty={({ drawdowns }) => drawdowns.length === 0}
      empty={<NoFigures>{data && whyNoDrawdowns(data)}</NoFigures>}
    >
      {({ drawdowns }) => (
        <Dimmed isOld={isOld}>
          <Drawdowns {...{ drawdowns, isPublic }} />
        </Dimmed>
      )}
    </Panel>
  );
}

/** In px, as in the stylesheet. */
const rowHeight = 45;

interface DrawdownsProps extends Pick<FiguresAnswer, 'drawdowns'> {
  readonly isPublic: boolean;
}

/** Two lines per drawdown, so that all dates fit beside a chart and on a phone. */
function Drawdowns({ drawdowns, isPublic }: DrawdownsProps) {
  const format = useFormat();
  const { percent } = isPublic ? format.market : format;
  return (
    <table className={classes.table} aria-label="Deepest drawdowns">
      <DrawdownHead />
      <tbody>
        {drawdowns.map(({ depth, peakAt, troughAt, recoveredAt, days }) => (
          <tr key={peakAt}>
            <td className={classes.depth}>{percent(depth)}</td>
            <td className={classes.peak}>{format.shortDate(peakAt)}</td>
            <td className={classes.trough}>{format.shortDate(troughAt)}</td>
            <td className={classes.recovered}>{recoveryText(format, recoveredAt)}</td>
            <td className={classes.days}>{daysText(format, days)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
