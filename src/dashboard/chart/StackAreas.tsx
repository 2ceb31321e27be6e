import { memo } from 'react';
import { Area, AreaChart } from 'recharts';
import type { AxisScale } from '../preferences/figures.ts';
import { Axes, chartMargin } from './Axes.tsx';
import type { Plot } from './plot.ts';

export interface StackLayer {
  readonly id: string;
  readonly name: string;
  readonly colour: string;
  readonly tint: string;
  readonly values: Float64Array;
}

/** Values of the layers by index at one time; null breaks the areas. */
export type StackRow = Record<string, number | null>;

interface StackAreasProps {
  readonly plot: Plot;
  readonly rows: readonly StackRow[];
  readonly layers: readonly StackLayer[];
  readonly formatValue: (value: number, axis: AxisScale) => string;
}

export const StackAreas = memo(function StackAreas(props: StackAreasProps) {
  const { plot, rows, layers, formatValue } = props;
  const { margin } = plot;
  return (
    <AreaChart
      width={margin.left + plot.width + margin.right}
      height={margin.top + plot.height + margin.bottom}
      margin={chartMargin(margin)}
      data={[...rows]}
      accessibilityLayer={false}
    >
      <Axes plot={plot} formatTick={formatValue} />
      {layers.map(({ id, colour, tint }, index) => (
        <Area
          key={id}
          dataKey={`v${index}`}
          stackId="whole"
          type="linear"
          stroke={colour}
          strokeWidth={1}
          fill={tint}
          fillOpacity={1}
          dot={false}
          activeDot={false}
          isAnimationActive={false}
        />
      ))}
    </AreaChart>
  );
});
