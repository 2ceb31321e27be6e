import { Skeleton, VisuallyHidden } from '@mantine/core';
import { clsx } from 'clsx';
import type { FigureName, FiguresAnswer } from '#contract/figures.ts';
import { lazyComponent } from '../design/lazyComponent.tsx';
import { Unknown } from '../design/Unknown.tsx';
import { Explain } from '../portfolio/explain/Explain.tsx';
import { Change } from '../portfolio/Change.tsx';
import type { PageFiguresRequest } from '../portfolio/figuresQueries.ts';
import { useFormat } from '../preferences/format.ts';
import { figureFormats, figureTraits, hasFlows } from './figureTraits.ts';
import classes from './FigureDisplay.module.css';

const ExplainedFigure = lazyComponent(
  async () => (await import('./ExplainedFigure.tsx')).ExplainedFigure,
);

interface FigureDisplayProps {
  readonly name: FigureName;
  /** null while they load. */
  readonly figures: FiguresAnswer['figures'] | null;
  readonly request: PageFiguresRequest;
}

/** A figure with its standard error, gray if it does not differ from 0. Every figure of these panels is rendered here. */
export function FigureDisplay({ name, figures, request }: FigureDisplayProps) {
  const format = useFormat();
  if (figures === null) return <Skeleton width={56} height={12} my={4} />;
  const { value, standardError, reason } = figures[name] ?? unknown;
  const { label, isChange } = figureTraits[name];
  // Figures of thematics are public, so privacy does not hide them.
  const formats = figureFormats(name, format, !hasFlows(request.subject));
  const isWeak = isLikeZero(value, standardError);
  return (
    <>
      <Explain
        label={label}
        title={isWeak ? weakText : undefined}
        explanation={<ExplainedFigure name={name} request={request} />}
      >
        {value === null ? (
          <Unknown why={reason ?? unknown.reason} />
        ) : (
          <span className={clsx(classes.value, isWeak && classes.weak)}>
            {isChange === true && !isWeak ? (
              <Change value={value} format={formats.value} />
            ) : (
              formats.value(value)
            )}
            {isWeak && <VisuallyHidden>, {weakText}</VisuallyHidden>}
          </span>
        )}
      </Explain>
      {standardError !== null && (
        <small className={classes.error}>±&thinsp;{formats.error(standardError)}</small>
      )}
    </>
  );
}

const unknown = {
  value: null,
  standardError: null,
  reason: 'The service does not report this figure.',
};
const weakText = 'does not differ from 0 by two standard errors';

/** Reports whether a figure differs from 0 by less than two standard errors. */
export function isLikeZero(value: number | null, standardError: number | null): boolean {
  return value !== null && standardError !== null && Math.abs(value) < 2 * standardError;
}
