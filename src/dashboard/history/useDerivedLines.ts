import { useEffect, useMemo } from 'react';
import { type ChartMode, isRelative, isRolling } from '../chart/modes.ts';
import { type NamedSeries, type Span, visibleOf } from '../chart/scene.ts';
import { lateModule } from '../design/lateModule.ts';
import { useRiskFree } from '../portfolio/riskFree.ts';

// Most visitors see neither rolling figures nor shades.
const derivedSeries = lateModule(() => import('./derivedSeries.ts'));

interface DerivedOptions {
  readonly mode: ChartMode;
  /** A level, or the index of a return; null without one. */
  readonly own: NamedSeries | null;
  readonly benchmark: NamedSeries | undefined;
  readonly previous: NamedSeries | null;
  readonly span: Span;
  readonly isShaded: boolean;
  readonly rollingSize: number;
}

interface DerivedLines {
  /** Null in other modes, and until they can be computed. */
  readonly rolling: readonly NamedSeries[] | null;
  /** The deepest drawdowns of the window. */
  readonly shades: readonly Span[];
}

/** Beta and correlation have one line; volatility and Sharpe ratio also those of the benchmark and the previous period. */
export function useDerivedLines(options: DerivedOptions): DerivedLines {
  const { mode, own, benchmark, previous, span, isShaded, rollingSize: size } = options;
  const [rf] = useRiskFree();
  const late = derivedSeries.useModule();
  const isNeeded = isShaded || isRolling(mode);
  useEffect(() => {
    // After a failure, the next interaction loads it.
    if (isNeeded) derivedSeries.load().catch(() => {});
  }, [isNeeded]);
  const rolling = useMemo(() => {
    if (late === null || own === null || !isRolling(mode)) return null;
    const isOfPair = isRelative(mode);
    const lines = isOfPair ? [own] : [own, benchmark, previous].filter((line) => line != null);
    const compared = isOfPair ? benchmark?.series : undefined;
    return lines.map((line) => ({
      ...line,
      series: late.rollingSeries(mode, line.series, compared, { size, rf }),
    }));
  }, [late, mode, own, benchmark, previous, size, rf]);
  const shades = useMemo(
    () =>
      isShaded && late !== null && own !== null
        ? late.drawdownSpans(visibleOf(own.series, span))
        : [],
    [isShaded, late, own, span],
  );
  return { rolling, shades };
}
