import { existsSync, readFileSync } from 'node:fs';
import type { NamedBytes } from '#service/imports/csvRows.ts';
import { Problem } from '#platform/http/problem.ts';

/** A file of prices or thematics, as text. */
export function file(name: string, ...lines: readonly string[]): NamedBytes {
  return { name, bytes: new TextEncoder().encode(lines.join('\n')) };
}

const data = new URL('../../../../shared/data/', import.meta.url);
const names = [
  'spot_5m_close_8d.csv.gz',
  'spot_daily_close.csv.gz',
  'spot_hourly_close_91d.csv.gz',
  'thematics.csv',
];

/** The real prices and thematics; null, with a line that says so, where they are not there. */
export function realFiles(): NamedBytes[] | null {
  if (!existsSync(data)) {
    console.log('skipped: import of real prices, ../shared/data is not there');
    return null;
  }
  return names.map((name) => ({ name, bytes: readFileSync(new URL(name, data)) }));
}

/** The problem a promise fails with. */
export async function refusal(work: Promise<unknown>): Promise<Problem> {
  try {
    await work;
  } catch (error) {
    if (error instanceof Problem) return error;
    throw error;
  }
  throw new Error('It was not refused');
}
