import { createChart, LineSeries, type UTCTimestamp } from 'lightweight-charts';
import { type Contender, size } from './contender.ts';

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a number with a mark on it, which nothing but a cast makes
const secondsOf = (at: number) => (at / 1000) as UTCTimestamp;

export const lightweight: Contender = {
  prepare: ({ times, totals }) => {
    const data = Array.from(times, (at, i) => ({ time: secondsOf(at), value: totals[i] ?? NaN }));
    return (element) => {
      const chart = createChart(element, { ...size, layout: { attributionLogo: false } });
      const line = chart.addSeries(LineSeries, { lineWidth: 2 });
      line.setData(data);
      chart.timeScale().fitContent();
      return {
        picture: () => null,
        zoomTo: (from, to) =>
          chart.timeScale().setVisibleRange({ from: secondsOf(from), to: secondsOf(to) }),
        hoverAt: (share) => {
          const time = chart.timeScale().coordinateToTime(share * (size.width - 80));
          if (time !== null) chart.setCrosshairPosition(totals[0] ?? NaN, time, line);
        },
        remove: () => chart.remove(),
      };
    };
  },
};
