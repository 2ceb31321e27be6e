import { ReferenceArea } from 'recharts';
import classes from './LinesChart.module.css';
import type { Plot } from './plot.ts';
import type { Scene } from './scene.ts';

/** Minimum width in px of a shade with its rank. */
const rankRoom = 12;
/** In px below the top of the plot. */
const rankHeight = 12;

interface ShadesProps {
  readonly scene: Scene;
  readonly plot: Plot;
}

/** The deepest drawdowns, from their peaks to their recoveries, with their ranks. */
export function Shades({ scene, plot }: ShadesProps) {
  return scene.shades.map(({ from, to }, index) => {
    const x1 = Math.max(from, plot.from);
    const x2 = Math.min(to, plot.to);
    if (!(x2 > x1)) return null;
    const width = plot.x(x2) - plot.x(x1);
    const x = plot.margin.left + plot.x(x1) + width / 2;
    return (
      <ReferenceArea
        key={from}
        x1={x1}
        x2={x2}
        fill="var(--loss-tint)"
        fillOpacity={1}
        zIndex={0}
        label={
          width >= rankRoom
            ? () => (
                <text className={classes.gap} x={x} y={plot.margin.top + rankHeight}>
                  {index + 1}
                </text>
              )
            : false
        }
      />
    );
  });
}
