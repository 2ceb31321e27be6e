import type { FigureName, FiguresAnswer } from '#contract/figures.ts';
import { Disclosure } from '../design/Disclosure.tsx';
import { Panel, Query } from '../design/Panel.tsx';
import { benchmarkLabel } from '../portfolio/benchmark.ts';
import type { FiguresOwner } from '../portfolio/bookSubject.ts';
import { useThematics } from '../portfolio/useThematics.ts';
import { useFormat } from '../preferences/format.ts';
import { Dimmed } from './Dimmed.tsx';
import { FiguresCsv } from './FiguresCsv.tsx';
import { FigureList } from './FigureList.tsx';
import { FiguresFoot } from './FiguresFoot.tsx';
import { drawdownText, figuresWindowText } from './figuresText.ts';
import { haveReason, NoFigures } from './NoFigures.tsx';
import { RiskControls } from './RiskControls.tsx';
import classes from './RiskPanel.module.css';
import type { FiguresOfPage } from './useFigures.ts';

const groups = {
  'Return and risk': [
    'annualizedReturn',
    'volatility',
    'sharpe',
    'sortino',
    'omega',
    'calmar',
    'ulcer',
  ],
  'Drawdowns and steps': [
    'maxDrawdown',
    'currentDrawdown',
    'valueAtRisk95',
    'expectedShortfall95',
    'best',
    'worst',
    'shareOfGains',
  ],
} as const satisfies Record<string, readonly FigureName[]>;

const shape = ['tailRatio', 'skewness', 'kurtosis'] as const satisfies readonly FigureName[];

const relative = [
  'trackingDifference',
  'excessReturn',
  'trackingError',
  'informationRatio',
  'beta',
  'alpha',
  'correlation',
  'rSquared',
  'captureUp',
  'captureDown',
  'battingAverage',
  'activeShare',
] as const satisfies readonly FigureName[];

interface RiskPanelProps {
  readonly subject: FiguresOwner;
  readonly of: FiguresOfPage;
}

export function RiskPanel({ subject, of }: RiskPanelProps) {
  const format = useFormat();
  const { query, request, benchmark } = of;
  const { data, isPlaceholderData: isOld } = query;
  const hasBenchmark = benchmark.parts.length > 0 || (data?.benchmark ?? null) !== null;
  return (
    <Panel
      title="Risk"
      sub={figuresWindowText(format, data, isOld)}
      actions={<FiguresCsv request={of.request} />}
    >
      <RiskControls subject={subject} of={of} />
      <Query
        query={query}
        what="The risk figures"
        isEmpty={haveReason}
        empty={<NoFigures>{data?.reason}</NoFigures>}
        loading={<RiskFigures data={null} {...{ request, benchmark, hasBenchmark }} />}
      >
        {(figures) => (
          <Dimmed isOld={isOld}>
            <RiskFigures data={figures} {...{ request, benchmark, hasBenchmark }} />
            <FiguresFoot figures={figures} />
          </Dimmed>
        )}
      </Query>
    </Panel>
  );
}

interface RiskFiguresProps extends Pick<FiguresOfPage, 'benchmark' | 'request'> {
  /** null while they load. */
  readonly data: FiguresAnswer | null;
  readonly hasBenchmark: boolean;
}

function RiskFigures({ request, benchmark, data, hasBenchmark }: RiskFiguresProps) {
  const format = useFormat();
  const { nameOf } = useThematics();
  const shown = { figures: data?.figures ?? null, request };
  const noteOf = (name: FigureName) =>
    data !== null && (name === 'maxDrawdown' || name === 'currentDrawdown')
      ? drawdownText(format, data.figures[name])
      : null;
  return (
    <div className={classes.groups}>
      {Object.entries(groups).map(([label, names]) => (
        <section key={label}>
          <h3>{label}</h3>
          <FigureList {...{ label, names, noteOf }} {...shown} />
          {names === groups['Drawdowns and steps'] && (
            <Disclosure className={classes.more} summary="Shape of the distribution">
              <FigureList label="Shape of the distribution" names={shape} {...shown} />
            </Disclosure>
          )}
        </section>
      ))}
      <section>
        <h3>
          {hasBenchmark
            ? `Against ${benchmarkLabel(benchmark.parts, nameOf, format)}`
            : 'Against a benchmark'}
        </h3>
        {hasBenchmark ? (
          <FigureList label="Against the benchmark" names={relative} {...shown} />
        ) : (
          <p className={classes.none}>Choose a benchmark above for beta, alpha and tracking.</p>
        )}
      </section>
    </div>
  );
}
