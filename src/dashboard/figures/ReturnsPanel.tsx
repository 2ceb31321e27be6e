import type { FigureName, FiguresAnswer } from '#contract/figures.ts';
import { Panel } from '../design/Panel.tsx';
import { labelWithUnit } from '../design/WithUnit.tsx';
import { useFormat } from '../preferences/format.ts';
import { Dimmed } from './Dimmed.tsx';
import { conventionOf, figureTraits } from './figureTraits.ts';
import { figuresWindowText } from './figuresText.ts';
import { FigureDisplay } from './FigureDisplay.tsx';
import { haveReason, NoFigures } from './NoFigures.tsx';
import classes from './ReturnsPanel.module.css';
import type { FiguresOfPage } from './useFigures.ts';

const returns = [
  'simpleGain',
  'timeWeightedReturn',
  'moneyWeightedReturn',
  'modifiedDietz',
] as const satisfies readonly FigureName[];

/** Four answers to “how much was gained”, each with its convention. */
export function ReturnsPanel({ of: { query, request } }: { readonly of: FiguresOfPage }) {
  const format = useFormat();
  const { data, isPlaceholderData: isOld } = query;
  return (
    <Panel
      title="Returns"
      sub={figuresWindowText(format, data, isOld)}
      query={query}
      what="The returns"
      isEmpty={haveReason}
      empty={<NoFigures>{data?.reason}</NoFigures>}
      loading={<Returns answer={null} request={request} />}
    >
      {(answer) => (
        <Dimmed isOld={isOld}>
          <Returns answer={answer} request={request} />
        </Dimmed>
      )}
    </Panel>
  );
}

interface ReturnsProps extends Pick<FiguresOfPage, 'request'> {
  /** null while it loads. */
  readonly answer: FiguresAnswer | null;
}

function Returns({ answer, request }: ReturnsProps) {
  const { currency } = useFormat();
  const figures = answer?.figures ?? null;
  return (
    <dl className={classes.returns} aria-label="Returns">
      {returns.map((name) => {
        const { label } = figureTraits[name];
        const convention = conventionOf(name, answer);
        const reason = figures?.[name]?.value === null ? figures[name].reason : null;
        return (
          <div key={name}>
            <dt>{name === 'simpleGain' ? labelWithUnit(label, currency) : label}</dt>
            <dd>
              <FigureDisplay {...{ name, figures, request }} />
            </dd>
            <dd className={classes.convention}>{reason ?? convention}</dd>
          </div>
        );
      })}
    </dl>
  );
}
