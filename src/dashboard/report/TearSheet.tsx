import type { ReactNode } from 'react';
import { isPastType } from '#contract/period.ts';
import { figureFormats, figuresWith, figureTraits, figureLabel } from '../figures/figureTraits.ts';
import { pastText, periodText } from '../history/periodText.ts';
import { directionOf } from '../preferences/figures.ts';
import type { FigureName } from '#contract/figures.ts';
import { Allocation, Drawdowns, Drivers, Months, partialMark } from './SheetTables.tsx';
import { Definitions } from './SheetDefinitions.tsx';
import { isEnded, type TearSheetProps } from './sheet.ts';
import { SheetChart } from './SheetChart.tsx';

const headFigures = [
  'timeWeightedReturn',
  'moneyWeightedReturn',
  'annualizedReturn',
  'volatility',
  'maxDrawdown',
  'sharpe',
] as const satisfies readonly FigureName[];

/** The same on screen, on paper and in a file: plain HTML, without queries or state. */
export function TearSheet({ sheet, format }: TearSheetProps) {
  const { title, subtitle, figures, market, valueName } = sheet;
  const isPublic = valueName === 'Level';
  const own = isPublic ? format.market : format;
  const hasBars = isPublic || format.preferences.privacy !== 'hidden';
  const currency = isPublic ? null : format.currency;
  const lines = [
    `as of ${format.dateTimeZone(figures.asOf)}`,
    sheet.isPast ? 'names and attributes of today' : null,
    windowOf(sheet, format),
    ...memberLines(sheet, format),
    market.kind === 'simulated' ? 'simulated market' : null,
    currency === null ? null : `totals in ${currency}`,
  ];
  return (
    <article className="tear-sheet">
      <header>
        <div>
          <h2>
            <bdi>{title}</bdi>
          </h2>
          <p>
            <bdi>{isPublic ? subtitle : format.attribute(subtitle)}</bdi>
          </p>
        </div>
        <p>{lines.filter((line) => line !== null).join(' · ')}</p>
      </header>
      <dl className="head">
        <Head
          label={valueName}
          value={isPublic ? format.level(sheet.total) : format.total(sheet.total)}
        />
        <Head
          label={isPublic ? 'Change in points' : 'Change in value'}
          value={isPublic ? format.levelChange(sheet.change) : format.change(sheet.change)}
          isChange
        />
        {figuresWith(!isPublic, headFigures).map((name) => (
          <Head
            key={name}
            label={figureLabel(name, !isPublic)}
            value={figureFormats(name, format, isPublic).value(figures.figures[name].value)}
            isChange={figureTraits[name].isChange === true}
            title={figures.figures[name].reason}
          />
        ))}
      </dl>
      <div className="pair">
        {sheet.charts.map((chart) => (
          <SheetChart key={chart.title} {...{ chart, sheet, format }} />
        ))}
      </div>
      <div className="pair">
        <Section
          title={isPublic ? 'Target weights' : 'Allocation'}
          // Holdings and weights are of the as of, which is later.
          {...(isEnded(sheet.shown) && { note: `on ${format.dateTime(figures.asOf)}` })}
        >
          <div className="pair">
            {sheet.allocations.map((allocation) => (
              <Allocation key={allocation.title} {...{ allocation, format: own, hasBars }} />
            ))}
          </div>
        </Section>
        <Section title={isPublic ? 'What moved the level' : 'What moved the value'}>
          <Drivers {...{ sheet, format }} />
        </Section>
      </div>
      <Section title="Monthly returns" note={`percent, months in UTC, ${partialMark} not complete`}>
        <Months {...{ sheet, format }} />
      </Section>
      <Section title="Deepest drawdowns">
        <Drawdowns {...{ sheet, format }} />
      </Section>
      <Section title="Figures and definitions">
        <Definitions {...{ sheet, format }} />
      </Section>
    </article>
  );
}

/** “full history”, “year to date, 1 Jan, 00:00 to 24 Nov, 14:05 UTC”. */
function windowOf({ shown, times }: TearSheetProps['sheet'], format: TearSheetProps['format']) {
  const { chosen } = shown;
  return isPastType(chosen) ? pastText(chosen) : periodText(format, shown, times, undefined);
}

function memberLines({ members }: TearSheetProps['sheet'], format: TearSheetProps['format']) {
  if (members === undefined) return [];
  const { count, of, unknown } = members;
  return [
    count === of
      ? format.count(count, 'user')
      : `${format.number(count)} of ${format.count(of, 'user')}`,
    'members are those who match now',
    unknown === 0 ? null : `${format.number(unknown)} of them with missing data`,
  ];
}

interface HeadProps {
  readonly label: string;
  readonly value: string;
  readonly isChange?: boolean;
  readonly title?: string | null;
}

function Head({ label, value, isChange = false, title }: HeadProps) {
  return (
    <div>
      <dt>{label}</dt>
      <dd data-direction={isChange ? directionOf(value) : undefined} title={title ?? undefined}>
        {value}
      </dd>
    </div>
  );
}

interface SectionProps {
  readonly title: string;
  readonly note?: string;
  readonly children: ReactNode;
}

function Section({ title, note, children }: SectionProps) {
  return (
    <section>
      <h3>
        {title} {note !== undefined && <small>{note}</small>}
      </h3>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scroll area needs keyboard access */}
      <div className="scroll" role="region" aria-label={title} tabIndex={0}>
        {children}
      </div>
    </section>
  );
}
