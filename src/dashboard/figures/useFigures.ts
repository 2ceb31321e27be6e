import { useQuery } from '@tanstack/react-query';
import type { FiguresOwner } from '../portfolio/bookSubject.ts';
import { useBenchmark } from '../portfolio/benchmark.ts';
import {
  type PageFiguresRequest,
  figuresQueries,
  type FiguresWindow,
} from '../portfolio/figuresQueries.ts';
import { useRiskFree } from '../portfolio/riskFree.ts';
import { useAsOf } from '../url/asOf.ts';

/** Figures of the visible window, with the benchmark and the risk-free rate of the page. */
export function useFigures(subject: FiguresOwner, window: FiguresWindow) {
  const benchmark = useBenchmark(subject);
  const [rf, setRf] = useRiskFree();
  const asOf = useAsOf();
  const request: PageFiguresRequest = { subject, window, benchmark: benchmark.query, rf, asOf };
  const query = useQuery(figuresQueries.of(request));
  return { query, request, benchmark, rf, setRf };
}

export type FiguresOfPage = ReturnType<typeof useFigures>;
