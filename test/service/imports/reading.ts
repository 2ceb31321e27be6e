import { readCsv } from '#service/imports/csv.ts';
import { createFaults } from '#service/imports/importFaults.ts';
import { createAllowance } from '#service/imports/importLimits.ts';
import type { Resolution } from '#contract/prices.ts';
import { Problem } from '#platform/http/problem.ts';

const now = Date.UTC(2026, 10, 21);

/** Reads a file as the service does, at a fixed now. */
export async function read(text: string | Uint8Array, name = 'spot.csv', step?: Resolution) {
  const bytes = typeof text === 'string' ? new TextEncoder().encode(text) : text;
  const faults = createFaults();
  const allowance = createAllowance({ subject: 'import' });
  const reading = step === undefined ? { now, allowance } : { now, allowance, step };
  const table = await readCsv({ name, bytes }, faults, reading);
  return { table, faults };
}

/** The lines that a reader of the error sees, without the first, which counts them. */
export async function faultsOf(text: string | Uint8Array, name?: string): Promise<string[]> {
  const { faults } = await read(text, name);
  try {
    faults.check();
  } catch (error) {
    if (error instanceof Problem) return error.message.split('\n').slice(1);
    throw error;
  }
  return [];
}

/** The table of a file without faults. */
export async function pricesOf(text: string | Uint8Array, name?: string) {
  const { table, faults } = await read(text, name);
  faults.check();
  if (table?.kind !== 'prices') throw new Error('no table of prices');
  return table;
}
