import latin from '@fontsource-variable/inter/files/inter-latin-opsz-normal.woff2?url';
import { unionOf } from '#analytics/union.ts';
import { csvRows, csvText } from '#contract/csv.ts';
import type { HistoryType } from '#contract/historyType.ts';
import { formatTime } from '#contract/time.ts';
import { type Captions, svgOf } from './exportSvg.ts';
import { type ChartMode, modeTraits } from './modes.ts';
import { datesOf } from './lineFigures.ts';
import {
  type FigureFormats,
  isAside,
  isMoved,
  isSingle,
  type SceneLine,
  type Scene,
} from './scene.ts';

export interface Exported {
  readonly scene: Scene;
  readonly title: string;
  readonly period: HistoryType;
  readonly periodName: string;
  /** The last record of the history regardless of zoom, in epoch ms. */
  readonly asOf: number;
  readonly figures: FigureFormats;
}

export async function svgFile(exported: Exported, drawn: SVGElement): Promise<Blob> {
  return new Blob([svgOf(drawn, captionsOf(exported)).text], { type: 'image/svg+xml' });
}

function nextTask(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve);
  });
}

/** The main line has the page's name. */
function nameOf({ scene, title }: Exported, line: SceneLine): string {
  return line.label === '' || (isSingle(scene) && !isAside(line)) ? title : line.label;
}

function keyNameOf(exported: Exported, line: SceneLine): string {
  const name = nameOf(exported, line);
  const dates = isMoved(line) ? datesOf(line) : null;
  const { format } = exported.figures;
  if (dates === null) return name;
  return `${name}, ${format.dateTime(dates.from)} to ${format.dateTimeZone(dates.to)}`;
}

/** `Total of acme-treasury month 2026-05-18 to 2026-06-17.csv` */
export function fileNameOf({ scene, title, period }: Exported, extension: string): string {
  const [from, to] = [scene.from, scene.to].map((at) => new Date(at).toISOString().slice(0, 10));
  return `${title} ${period} ${from} to ${to}.${extension}`;
}

/** Rows per batch, a few milliseconds of work. */
const rowsBatchSize = 5000;

/**
 * Returns the visible window as CSV: the time of each record (ISO 8601, UTC) and one column per line, unrounded, in the current
 * mode, with ratios as ratios. A cell is empty if the line has no record or no figure. An earlier stretch has a column with its own
 * times too.
 * @param pause yields to the page: a million rows take seconds.
 */
export async function historyCsv(exported: Exported, pause = nextTask): Promise<Blob> {
  const { lines, mode } = exported.scene;
  const unit = csvUnit(mode, exported.figures.unit);
  const head = [
    'time',
    ...lines.flatMap((line) => {
      const name = nameOf(exported, line);
      return [...(isMoved(line) ? [`${name}: time`] : []), `${name}${unit}`];
    }),
  ];
  const { times, totals } = unionOf(
    lines.map(({ shownTimes, shown }) => ({ times: shownTimes, totals: shown })),
  );
  const parts = [csvText(head, [])];
  for (let from = 0; from < times.length; from += rowsBatchSize) {
    if (from > 0) await pause();
    const some = times.subarray(from, from + rowsBatchSize);
    parts.push(
      csvRows(
        Array.from(some, (at, i) => [
          formatTime(at),
          ...lines.flatMap(({ shift }, line) => {
            const figure = totals[line]?.[from + i];
            if (shift === undefined) return [figure];
            return [Number.isFinite(figure) ? formatTime(at - shift) : '', figure];
          }),
        ]),
      ),
    );
  }
  return new Blob(parts, { type: 'text/csv' });
}

function csvUnit(mode: ChartMode, unit: string | null): string {
  const text = modeTraits[mode].csv(unit ?? '');
  return text === '' ? '' : ` (${text})`;
}

function captionsOf(exported: Exported): Captions {
  const { scene, title, periodName, asOf, figures } = exported;
  const { unit, format } = figures;
  const { rollingSize } = scene;
  const scale = [
    modeTraits[scene.mode].caption(unit ?? ''),
    scene.isLog ? 'log scale' : '',
    rollingSize === null ? '' : format.count(rollingSize, 'record'),
  ];
  return {
    title,
    window: `${periodName}: ${format.dateTime(scene.from)} to ${format.dateTimeZone(scene.to)}`,
    asOf: `As of ${format.dateTimeZone(asOf)}`,
    unit: scale.filter((text) => text !== '').join(', '),
    keys:
      scene.lines.length > 1
        ? scene.lines.map((line) => ({ name: keyNameOf(exported, line), style: line.style }))
        : [],
  };
}

/** Dots per CSS pixel, for sharp screens and print. */
const dots = 2;

export async function pngFile(exported: Exported, drawn: SVGElement): Promise<Blob> {
  const picture = svgOf(drawn, captionsOf(exported));
  const text = withFont(picture.text, await dataUrl(latin));
  const url = URL.createObjectURL(new Blob([text], { type: 'image/svg+xml' }));
  try {
    const image = new Image();
    image.src = url;
    await image.decode();
    const canvas = document.createElement('canvas');
    canvas.width = Math.round(picture.width * dots);
    canvas.height = Math.round(picture.height * dots);
    canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height);
    return await new Promise((resolve, reject) => {
      canvas.toBlob((blob) => {
        if (blob === null) reject(new Error('The browser could not draw it.'));
        else resolve(blob);
      }, 'image/png');
    });
  } finally {
    URL.revokeObjectURL(url);
  }
}

/** An image cannot use the page's fonts, so the font is embedded. */
function withFont(svg: string, font: string): string {
  const style = `<style>@font-face{font-family:"Inter Variable";font-weight:100 900;src:url(${font}) format("woff2")}</style>`;
  return svg.replace('>', () => `>${style}`);
}

async function dataUrl(address: string): Promise<string> {
  const blob = await (await fetch(address)).blob();
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener('load', () => {
      if (typeof reader.result === 'string') resolve(reader.result);
    });
    reader.addEventListener('error', () => reject(new Error('The font could not be read.')));
    reader.readAsDataURL(blob);
  });
}
