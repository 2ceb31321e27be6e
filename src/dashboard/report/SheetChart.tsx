import { type ChartMode, modeTraits } from '../chart/modes.ts';
import { drawnRecords } from '../chart/drawnRecords.ts';
import { axisOf, type Plot, plotOf } from '../chart/plot.ts';
import {
  colourOf,
  type FigureFormats,
  figuresOf,
  type Scene,
  type SceneLine,
  sceneOf,
  windowOfAll,
} from '../chart/scene.ts';
import type { Format } from '../preferences/format.ts';
import type { Sheet, SheetLines } from './sheet.ts';

/** In px. The picture scales with its column. */
const size = { width: 460, height: 184 };

interface SheetChartProps {
  readonly chart: SheetLines;
  readonly sheet: Pick<Sheet, 'valueName'>;
  readonly format: Format;
}

/** A still picture, since Recharts draws nothing on a server. */
export function SheetChart({ chart, sheet: { valueName }, format }: SheetChartProps) {
  const isPublic = valueName === 'Level';
  const figures = figuresOf(format, valueName);
  const mode = shownMode(chart.mode, isPublic || format.preferences.privacy === 'off');
  const scene = sceneOf(
    chart.series,
    windowOfAll(
      chart.series.map(({ series }) => series),
      null,
    ),
    {
      mode,
      isLog: false,
      isPublic,
    },
  );
  const plot = chart.reason === null ? plotOf(scene, size, figures) : null;
  const { isInUnit } = modeTraits[mode];
  const unit = modeTraits[mode].caption(figures.unit ?? '');
  return (
    <figure>
      <figcaption>
        <b>{isInUnit ? chart.title : unit}</b> {isInUnit && unit}
        {scene.lines.length > 1 &&
          scene.lines.map((line) => (
            <span key={line.id} className="key">
              <svg width={18} height={8} aria-hidden>
                <path d="M0 4h18" {...strokeOf(line, scene)} />
              </svg>{' '}
              {line.label}
            </span>
          ))}
      </figcaption>
      {plot === null ? (
        <p>{chart.reason ?? modeTraits[mode].whyNone}</p>
      ) : (
        <Picture {...{ scene, plot, figures, format }} label={`${chart.title}, ${unit}`} />
      )}
    </figure>
  );
}

/** Privacy hides sums of money: the line becomes an index. */
const shownMode = (mode: ChartMode, isShown: boolean): ChartMode =>
  modeTraits[mode].isInUnit && !isShown ? 'index' : mode;

interface PictureProps {
  readonly scene: Scene;
  readonly plot: Plot;
  readonly figures: FigureFormats;
  readonly format: Format;
  readonly label: string;
}

function Picture({ scene, plot, figures, format, label }: PictureProps) {
  const { margin, width, height } = plot;
  const axis = axisOf(plot);
  const yOf = (figure: number) => margin.top + plot.y(figure);
  const xOf = (at: number) => margin.left + plot.x(at);
  const { tick } = figures.modes[scene.mode];
  return (
    <svg viewBox={`0 0 ${size.width} ${size.height}`} role="img" aria-label={label}>
      {plot.ticks.values.map((value) => (
        <g key={value}>
          <path
            d={`M${margin.left} ${Math.round(yOf(value)) + 0.5}h${width}`}
            stroke={value === modeTraits[scene.mode].base ? 'var(--line-3)' : 'var(--line-1)'}
          />
          <text x={margin.left + width + 8} y={yOf(value)} dy="0.355em">
            {tick(value, axis)}
          </text>
        </g>
      ))}
      {plot.timeTicks.map(({ at, label: kind }) => (
        <text key={at} x={xOf(at)} y={margin.top + height + 18} textAnchor="middle">
          {format[kind](at)}
        </text>
      ))}
      {scene.lines.toReversed().map((line) => (
        <path
          key={line.id}
          d={pathOfLine(line, scene, plot)}
          {...strokeOf(line, scene)}
          strokeLinejoin="round"
          strokeLinecap="round"
          fill="none"
        />
      ))}
    </svg>
  );
}

function strokeOf(line: SceneLine, scene: Scene) {
  const { dash, width } = line.style;
  return {
    stroke: colourOf(line, scene),
    strokeWidth: width,
    ...(dash !== undefined && { strokeDasharray: dash }),
  };
}

/** With round caps, a record between two gaps is a dot. */
function pathOfLine(line: SceneLine, scene: Scene, { margin, width, x, y }: Plot): string {
  let isOpen = false;
  return drawnRecords(line, scene, width)
    .map(({ at, figure }) => {
      if (figure === null) {
        isOpen = false;
        return '';
      }
      const point = `${tenth(margin.left + x(at))} ${tenth(margin.top + y(figure))}`;
      const step = isOpen ? `L${point}` : `M${point}h0`;
      isOpen = true;
      return step;
    })
    .join('');
}

const tenth = (px: number) => Math.round(px * 10) / 10;
