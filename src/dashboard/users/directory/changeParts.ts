import { formatSignedTotal } from '../../shared/format/number.ts';

/** Of what a change of a total is made, where something came in or went out: a deposit is no gain. */
export function changeParts({
  change,
  flow,
}: {
  readonly change: number | null;
  readonly flow: number | null;
}): string | undefined {
  if (change === null || flow === null || flow === 0) return undefined;
  return `${formatSignedTotal(change - flow)} by prices, ${formatSignedTotal(flow)} came in or went out`;
}
