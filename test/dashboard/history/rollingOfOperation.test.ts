import { expect, test } from 'vitest';
import { figures as figuresSchema } from '#contract/figures.ts';
import { history as historySchema } from '#contract/history.ts';
import { parseTime } from '#contract/time.ts';
import type { RollingMode } from '#dashboard/chart/modes.ts';
import { rollingSeries } from '#dashboard/history/derivedSeries.ts';
import { someThematic } from '#test/support/portfolio.ts';
import { testService } from '#test/support/server.ts';

test('a rolling figure over all returns of a period is that of the operation', async () => {
  const { thematic } = await someThematic();
  const service = await testService();
  const [figuresBody, historyBody] = await Promise.all(
    [
      `/x/thematics/${thematic._id}/figures/year?rf=0.03`,
      `/p/thematics/${thematic._id}/history/year`,
    ].map(async (path) => (await service.call('GET', path)).json()),
  );
  const { figures, observations } = figuresSchema.parse(figuresBody);
  const records = historySchema.parse(historyBody);
  const series = {
    times: Float64Array.from(records, ({ date }) => parseTime(date)),
    totals: Float64Array.from(records, ({ total }) => total ?? NaN),
  };
  const options = { size: observations, rf: 0.03 };
  const last = (mode: RollingMode, benchmark?: typeof series) =>
    rollingSeries(mode, series, benchmark, options).totals.at(-1) ?? NaN;
  const { volatility, sharpe } = figures;
  expect(last('rollingVolatility') / (volatility.value ?? NaN)).toBeCloseTo(1, 12);
  expect(last('rollingSharpe') / (sharpe.value ?? NaN)).toBeCloseTo(1, 12);
  expect(last('rollingBeta', series)).toBeCloseTo(1, 12);
});
