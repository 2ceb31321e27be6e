import { Skeleton, VisuallyHidden } from '@mantine/core';
import { clsx } from 'clsx';
import type { FigureName, FiguresAnswer } from '#contract/figures.ts';
import { Unknown } from '../design/Unknown.tsx';
import { Change } from '../portfolio/Change.tsx';
import { useFormat } from '../preferences/format.ts';
import { figureFormats, figureTraits } from './figureTraits.ts';
import classes from './FigureDisplay.module.css';

interface FigureDisplayProps {
  readonly name: FigureName;
  /** null while they load. */
  readonly figures: FiguresAnswer['figures'] | null;
  /** Figures of thematics are public, so privacy does not hide them. */
  readonly isPublic: boolean;
}

/** A figure with its standard error, gray if it does not differ from 0. Every figure of these panels is rendered here. */
export function FigureDisplay({ name, figures, isPublic }: FigureDisplayProps) {
  const format = useFormat();
  if (figures === null) return <Skeleton width={56} height={12} my={4} />;
  const figure = figures[name];
  if (figure === undefined || figure.value === null) {
    return <Unknown why={figure?.reason ?? 'The service does not report this figure.'} />;
  }
  const { value, standardError } = figure;
  const formats = figureFormats(name, format, isPublic);
  const isWeak = isLikeZero(value, standardError);
  return (
    <>
      <span
        className={clsx(classes.value, isWeak && classes.weak)}
        title={isWeak ? weakText : undefined}
      >
        {figureTraits[name].isChange === true && !isWeak ? (
          <Change value={value} format={formats.value} />
        ) : (
          formats.value(value)
        )}
        {isWeak && <VisuallyHidden>, {weakText}</VisuallyHidden>}
      </span>
      {standardError !== null && (
        <small className={classes.error}>±&thinsp;{formats.error(standardError)}</small>
      )}
    </>
  );
}

const weakText = 'does not differ from 0 by two standard errors';

/** Reports whether a figure differs from 0 by less than two standard errors. */
export function isLikeZero(value: number, standardError: number | null): boolean {
  return standardError !== null && Math.abs(value) < 2 * standardError;
}
