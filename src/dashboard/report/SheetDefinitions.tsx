import { type FigureName, figureNames, type FiguresAnswer } from '#contract/figures.ts';
import { conventionOf, figureFormats, figuresWith, figureLabel } from '../figures/figureTraits.ts';
import { observationsText } from '../figures/figuresText.ts';
import { instantsText } from '../history/periodText.ts';
import type { Format } from '../preferences/format.ts';
import type { TearSheetProps } from './sheet.ts';

/** Every known figure with its convention, why others are missing, and what all were computed from. */
export function Definitions({ sheet: { figures, valueName }, format }: TearSheetProps) {
  const isPublic = valueName === 'Level';
  const names = figuresWith(!isPublic, figureNames);
  const known = names.filter((name) => figures.figures[name].value !== null);
  return (
    <>
      <dl className="figures">
        {known.map((name) => {
          const convention = conventionOf(name, figures, !isPublic);
          const { value, standardError } = figures.figures[name];
          const formats = figureFormats(name, format, isPublic);
          return (
            <div key={name}>
              <dt>
                {figureLabel(name, !isPublic)}
                {convention !== undefined && <small>{convention}</small>}
              </dt>
              <dd>
                {formats.value(value)}
                {standardError !== null && <small>±&thinsp;{formats.error(standardError)}</small>}
              </dd>
            </div>
          );
        })}
      </dl>
      <p>{[...sourceTexts(figures, format), ...missingTexts(figures, names)].join(' ')}</p>
    </>
  );
}

function sourceTexts(figures: FiguresAnswer, format: Format): string[] {
  const { from, to, excluded, benchmark, rf } = figures;
  return [
    from === null || to === null ? '' : `Records from ${instantsText(format, from, to)}.`,
    `${observationsText(format, figures)}${excluded.length === 0 ? '' : `, ${format.number(excluded.length)} excluded`}.`,
    benchmark === null ? 'No benchmark.' : `Benchmark: ${benchmark.label}.`,
    `Risk-free rate ${format.market.percent(rf)} a year.`,
    '± is one standard error, without a correction for autocorrelation.',
    'A year has 365 days.',
  ].filter((text) => text !== '');
}

/** `Not available: Sharpe ratio, Omega: fewer than 20 returns.` */
function missingTexts({ figures }: FiguresAnswer, shown: readonly FigureName[]): string[] {
  const missing = shown.filter((name) => figures[name].value === null);
  const byReason = Map.groupBy(missing, (name: FigureName) => figures[name].reason ?? '');
  return [...byReason].map(
    ([reason, names]) =>
      `Not available: ${names.map((name) => figureLabel(name)).join(', ')}. ${reason}`,
  );
}
