import type { HistoryType } from '#contract/historyType.ts';
import { groupingName } from '#contract/directoryGroupParameters.ts';
import { getPeers } from '#contract/operations/peers.ts';
import { call } from '../api/client.ts';

export async function readPeers(
  customId: string,
  by: string,
  historyType: HistoryType,
  signal: AbortSignal,
) {
  // The address may have any text, which the service rejects with the reason.
  const query = { by: groupingName.safeParse(by).data ?? by };
  return call(getPeers, { params: { id: customId, historyType }, query }, signal);
}
