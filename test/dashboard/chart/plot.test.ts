import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { day } from '#contract/historyType.ts';
import { drawnRecords as recordsOfLine } from '#dashboard/chart/drawnRecords.ts';
import { axisOf, endOf, endTag, plotOf as plotOfScene } from '#dashboard/chart/plot.ts';
import { figuresOf, mainStyle, sceneOf, type Span, windowOfAll } from '#dashboard/chart/scene.ts';
import { type Series, seriesOf } from '#dashboard/chart/series.ts';
import { textWidth } from '#dashboard/chart/textWidth.ts';
import { createFormat } from '#dashboard/preferences/format.ts';
import { defaultPreferences } from '#dashboard/preferences/preferences.ts';

const frame = { width: 868, height: 316 };
const columns = (totals: number[], times = totals.map((_, i) => i * day)) =>
  seriesOf(Float64Array.from(times), Float64Array.from(totals));
const sceneOfAll = (series: Series) =>
  sceneOf([{ id: 'main', label: '', style: mainStyle, series }], windowOfAll([series], null), {
    mode: 'value',
    isLog: false,
    isPublic: false,
  });
/** In percent: a small loss, then a large gain. */
const percentPlotOf = (totals: number[], size: typeof frame) => {
  const series = columns(totals);
  const scene = sceneOf(
    [{ id: 'main', label: '', style: mainStyle, series }],
    windowOfAll([series], null),
    { mode: 'percent', isLog: false, isPublic: false },
  );
  return plotOfScene(scene, size, figuresOf(createFormat(defaultPreferences), 'Value'));
};
const plotOf = (series: Series, size: typeof frame) =>
  plotOfScene(sceneOfAll(series), size, figuresOf(createFormat(defaultPreferences), 'Value'));
const drawn = (series: Series, { width, ...span }: Span & { width: number }) => {
  const [line] = sceneOfAll(series).lines;
  return line === undefined ? [] : recordsOfLine(line, span, width);
};

/** A window of `count` days, 800 px wide. */
const window = (count: number) => ({ from: 0, to: (count - 1) * day, width: 800 });

describe('the plot of a history', () => {
  it('fills the window, with the earliest record at the left and the highest at the top', () => {
    const plot = plotOf(columns([3, 1, 4, 2]), frame);
    expect(plot?.x(0)).toBe(0);
    expect(plot?.x(3 * day)).toBe(frame.width - 68);
    expect(plot?.timeAt(400)).toBe(1.5 * day);
    const heights = [4, 3, 2, 1].map((total) => plot?.y(total) ?? NaN);
    expect(heights).toEqual(heights.toSorted((a, b) => a - b));
    const [line] = sceneOfAll(columns([3, 1, 4, 2])).lines;
    expect(line && endOf(line)).toEqual({ at: 3 * day, figure: 2 });
  });

  it('is null if no line can be drawn', () => {
    expect(plotOf(columns([]), frame)).toBeNull();
    expect(plotOf(columns([5]), frame)).toBeNull();
    expect(plotOf(columns([NaN, NaN]), frame)).toBeNull();
    expect(plotOf(columns([1, 2], [day, day]), frame)).toBeNull();
    expect(plotOf(columns([1, 2]), { width: 40, height: 316 })).toBeNull();
  });

  it('has no tick below a loss of everything, however large the gain', () => {
    // The chart of a report: a tick fits the room below the line.
    const small = percentPlotOf([100, 80, 2500], { width: 460, height: 184 });
    expect(small?.domain[0]).toBeLessThan(-(small?.ticks.step ?? 0));
    expect(small?.ticks.values[0]).toBe(0);
    const gain = fc.double({ min: 1, max: 1e6, noNaN: true });
    fc.assert(
      fc.property(fc.array(gain, { minLength: 2, maxLength: 30 }), (totals) => {
        const ticks = percentPlotOf(totals, frame)?.ticks.values ?? [];
        expect(ticks.filter((tick) => tick < -1)).toEqual([]);
      }),
    );
    // A reported total may be negative, and its change below −100 %.
    expect(percentPlotOf([100, -400, 50], frame)?.ticks.values[0]).toBeLessThan(-1);
  });

  it('contains all values, and has no negative tick without negative values', () => {
    const total = fc.double({ min: 0, max: 1e12, noNaN: true });
    fc.assert(
      fc.property(fc.uniqueArray(total, { minLength: 2, maxLength: 60 }), (totals) => {
        const plot = plotOf(columns(totals), frame);
        const places = totals.map((value) => plot?.y(value) ?? NaN);
        const outside = places.filter((y) => !(y >= 0 && y <= (plot?.height ?? 0)));
        expect(outside).toEqual([]);
        expect(plot?.ticks.values.filter((value) => value < 0)).toEqual([]);
      }),
    );
  });

  it('has room for an end tag of any length', () => {
    const figures = figuresOf(createFormat(defaultPreferences), 'Value');
    for (const totals of [
      [1, 2],
      [100_000, 104_250.25],
      [-999_000, -998_999.1234],
    ]) {
      const plot = plotOf(columns(totals), frame);
      if (plot === null) throw new Error('No plot');
      const text = figures.modes.value.beside(totals[1] ?? NaN, axisOf(plot));
      const tag = endTag.left + textWidth(text) + 2 * endTag.padding;
      expect(tag).toBeLessThanOrEqual(plot.margin.right);
      expect(plot.margin.left + plot.width + plot.margin.right).toBe(frame.width);
    }
  });

  it('hides the label that the end tag would cover', () => {
    const plot = plotOf(columns([100, 200, 160]), frame);
    expect(plot?.ticks.values).toContain(160);
    expect(plot?.labelled.includes(160)).toBe(false);
    expect(plot?.labelled.includes(200)).toBe(true);
  });
});

describe('drawn records', () => {
  it('are all records if there are enough pixels', () => {
    expect(drawn(columns([1, 2, 3]), window(3))).toEqual([
      { at: 0, figure: 1 },
      { at: day, figure: 2 },
      { at: 2 * day, figure: 3 },
    ]);
  });

  it('break at gaps and unknown totals, but not at zero', () => {
    const gap = columns(
      [1, 2, 3, 4, 5],
      [0, 1, 2, 9, 10].map((n) => n * day),
    );
    expect(drawn(gap, window(11)).map(({ figure }) => figure)).toEqual([1, 2, 3, null, 4, 5]);
    const unknown = columns([1, NaN, 0, 4]);
    expect(drawn(unknown, window(4)).map(({ figure }) => figure)).toEqual([1, null, 0, 4]);
  });

  it('are a small part of a million records, including a spike', () => {
    const totals = Float64Array.from({ length: 1_000_000 }, (_, i) => Math.sin(i / 5e4));
    totals[654_321] = 9;
    const times = Float64Array.from({ length: 1_000_000 }, (_, i) => i * day);
    const kept = drawn(seriesOf(times, totals), window(1_000_000));
    expect(kept.length).toBeLessThan(8 * 800 + 3);
    expect(kept.some(({ figure }) => figure === 9)).toBe(true);
  });
});
