import UPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import { type Contender, size } from './contender.ts';

export const uplot: Contender = {
  prepare: ({ times, totals }) => {
    const seconds = times.map((at) => at / 1000);
    return (element) => {
      const series = [{}, { stroke: '#2e49cd', width: 1.5 }];
      const chart = new UPlot({ ...size, series }, [seconds, totals], element);
      return {
        picture: () => null,
        zoomTo: (from, to) => chart.setScale('x', { min: from / 1000, max: to / 1000 }),
        hoverAt: (share) => chart.setCursor({ left: share * chart.over.clientWidth, top: 100 }),
        remove: () => chart.destroy(),
      };
    };
  },
};
