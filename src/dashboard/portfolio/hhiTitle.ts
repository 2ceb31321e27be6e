import { effectiveNumber } from '#analytics/concentration.ts';
import type { Format } from '../preferences/format.ts';

export function hhiTitle(format: Format, hhi: number | null, parts: string): string | undefined {
  return hhi === null
    ? undefined
    : `Herfindahl–Hirschman index: as concentrated as ${format.index(effectiveNumber(hhi))} equal ${parts}`;
}
