import { fireEvent, screen } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { server } from '#test/support/server.ts';

/** A record as a service sends it; null if the total is unknown. */
export interface SentRecord {
  readonly date: string;
  readonly total: number | null;
}

/** Room for a plot of 832 px and an axis of 68 px. */
export const plotWidth = 832;
export const frame = { width: plotWidth + 68, height: 316 };

const step = 4 * 3_600_000;
const start = Date.UTC(2026, 4, 18);

/** Records every four hours from 18 May 2026 on. */
export function recordsOf(totals: readonly (number | null)[]): SentRecord[] {
  return totals.map((total, i) => ({ date: new Date(start + i * step).toISOString(), total }));
}

/** Replaces the answers for histories of thematics or users. */
export function serve(of: 'thematics' | 'users', records: () => readonly SentRecord[]): void {
  server.use(http.get(`*/p/${of}/*/history/*`, () => HttpResponse.json([...records()])));
}

export const chart = () => screen.findByRole('application', { busy: false });

/** Drags from one record to another of `count`. */
export async function drag(from: number, to: number, count: number): Promise<void> {
  const area = await chart();
  const clientX = (i: number) => (i / (count - 1)) * plotWidth;
  fireEvent.pointerDown(area, { clientX: clientX(from), button: 0 });
  fireEvent.pointerMove(area, { clientX: clientX(to), buttons: 1 });
  fireEvent.pointerUp(area, { clientX: clientX(to) });
}
