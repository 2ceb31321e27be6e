import type { HistoryType } from '#contract/historyType.ts';
import type { Privacy } from '../../shared/preferences.ts';
import type { Scene, SceneLine } from '../scene/scene.ts';

/** What is handed out: what is shown now, and what it is called. */
export interface Exported {
  readonly scene: Scene;
  /** The heading of the pane: "Total of acme-treasury". */
  readonly title: string;
  /** Unit of the totals; null where the service tells none. */
  readonly unit: string | null;
  readonly period: HistoryType;
  /** The last record of the history, zoomed or not; epoch ms. */
  readonly asOf: number;
}

/** Why the figures are not handed out; null where they are. */
export function whyNoFigures({ scene }: Exported, privacy: Privacy): string | null {
  if (scene.isPublic || privacy === 'off') return null;
  // In "percentages only" a value is told as an index; it is never handed out as it is.
  const isSeen = privacy === 'percentages' && scene.mode !== 'value';
  return isSeen ? null : 'Figures are hidden in privacy mode';
}

/** What a line is called. The line a page is about has the page's name. */
export function nameOf({ scene, title }: Exported, line: SceneLine): string {
  return scene.lines.length === 1 || line.label === '' ? title : line.label;
}

/** `Total of acme-treasury, month, 2026-05-18 to 2026-06-17.csv` */
export function fileNameOf({ scene, title, period }: Exported, extension: string): string {
  const [from, to] = [scene.from, scene.to].map((at) => new Date(at).toISOString().slice(0, 10));
  return `${title} ${period} ${from} to ${to}.${extension}`;
}
