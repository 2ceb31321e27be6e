import { UnstyledButton } from '@mantine/core';
import { useState } from 'react';
import type { FiguresAnswer } from '#contract/figures.ts';
import { Panel } from '../design/Panel.tsx';
import { PanelSkeleton } from '../design/PanelSkeleton.tsx';
import { directionOf } from '../preferences/figures.ts';
import { type Format, useFormat } from '../preferences/format.ts';
import { Dimmed } from './Dimmed.tsx';
import { NoFigures } from './NoFigures.tsx';
import type { FiguresOfPage } from './useFigures.ts';
import classes from './WhyReturnsDiffer.module.css';

type Difference = NonNullable<FiguresAnswer['difference']>;
type ReturnPart = Difference['parts'][number];

/** Flows listed before “Show all”. */
const maxListed = 6;

/** Splits the money-weighted less the time-weighted return over the flows. */
export function WhyReturnsDiffer({ of: { query } }: { readonly of: FiguresOfPage }) {
  return (
    <Panel
      title="Why they differ"
      sub="points"
      query={query}
      what="The effects of the flows"
      loading={<PanelSkeleton height={96} />}
      // The returns show the error and Retry.
      failed={<NoFigures>The returns could not be read.</NoFigures>}
    >
      {(figures) => (
        <Dimmed isOld={query.isPlaceholderData}>
          <Effects figures={figures} />
        </Dimmed>
      )}
    </Panel>
  );
}

function Effects({
  figures: { difference, figures, reason },
}: {
  readonly figures: FiguresAnswer;
}) {
  const format = useFormat();
  const [isAll, setAll] = useState(false);
  if (difference === null) {
    const { moneyWeightedReturn, timeWeightedReturn } = figures;
    const why = reason ?? timeWeightedReturn.reason ?? moneyWeightedReturn.reason;
    return <NoFigures>{why ?? 'Not known.'}</NoFigures>;
  }
  const { value, isYearly, parts, moneyWeighted, timeWeighted } = difference;
  const unit = isYearly ? ', both of a year' : '';
  if (parts.length === 0)
    return <NoFigures>No flows in this window, so both returns are equal.</NoFigures>;
  const sorted = parts.toSorted((a, b) => Math.abs(b.effect) - Math.abs(a.effect));
  const listed = isAll || parts.length <= maxListed + 1 ? sorted : sorted.slice(0, maxListed);
  const others = sorted.slice(listed.length);
  return (
    <ul className={classes.effects} aria-label="Effects of the flows">
      {listed.map((part) => (
        <Effect key={part.at} effect={part.effect} {...flowTexts(format, part)} />
      ))}
      {others.length > 0 && (
        <Effect
          effect={others.reduce((sum, { effect }) => sum + effect, 0)}
          text={
            <UnstyledButton className={classes.more} onClick={() => setAll(true)}>
              {format.count(others.length, 'other flow')}
            </UnstyledButton>
          }
          note="show all"
        />
      )}
      <Effect
        effect={value}
        text="Difference"
        note={`${format.percentChange(moneyWeighted)} less ${format.percentChange(timeWeighted)}${unit}`}
        isSum
      />
    </ul>
  );
}

/** `+40,000.00 on 3 Mar`, `before −12.00 %` */
const flowTexts = (format: Format, { at, amount, return: after }: ReturnPart) => ({
  text: `${format.change(amount)} on ${format.shortDate(at)}`,
  note: `before ${format.percentChange(after)}`,
});

interface EffectProps {
  readonly effect: number;
  readonly text: React.ReactNode;
  readonly note: string;
  readonly isSum?: boolean;
}

function Effect({ effect, text, note, isSum = false }: EffectProps) {
  const format = useFormat();
  const points = format.finePoints(effect);
  return (
    <li data-sum={isSum}>
      <span>{text}</span>
      <b data-direction={directionOf(points)}>{points}</b>
      <small>{note}</small>
    </li>
  );
}
