import { LineChart } from 'echarts/charts';
import { DataZoomComponent, GridComponent, TooltipComponent } from 'echarts/components';
import { init, use } from 'echarts/core';
import { CanvasRenderer } from 'echarts/renderers';
import { type Contender, size } from './contender.ts';

use([LineChart, GridComponent, TooltipComponent, DataZoomComponent, CanvasRenderer]);

export const echarts: Contender = {
  prepare: ({ times, totals }) => {
    // The fastest form for echarts: pairs in one typed array.
    const data = new Float64Array(times.length * 2);
    times.forEach((at, i) => data.set([at, totals[i] ?? NaN], i * 2));
    return async (element) => {
      const chart = init(element, null, size);
      const done = new Promise<void>((resolve) => {
        chart.on('finished', () => resolve());
      });
      chart.setOption({
        animation: false,
        tooltip: { trigger: 'axis' },
        dataZoom: [{ type: 'inside' }],
        xAxis: { type: 'time' },
        yAxis: { type: 'value', scale: true },
        // Its own decimation.
        series: [{ type: 'line', data, showSymbol: false, sampling: 'lttb' }],
      });
      await done;
      return {
        picture: () => null,
        zoomTo: (startValue, endValue) =>
          chart.dispatchAction({ type: 'dataZoom', startValue, endValue }),
        hoverAt: (share) =>
          chart.dispatchAction({ type: 'showTip', x: 80 + share * 900, y: size.height / 2 }),
        remove: () => chart.dispose(),
      };
    };
  },
};
