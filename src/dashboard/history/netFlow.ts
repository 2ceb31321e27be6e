import type { HistoryType } from '#contract/historyType.ts';
import { pastText } from './periodText.ts';

export const netFlowName = 'Net flow';

/** Texts of a column with the net flow of each row over a period. */
export const netFlowTexts = (period: HistoryType) => ({
  header: netFlowName,
  title: () => `Deposits minus withdrawals over the ${pastText(period)}`,
  sort: {
    descending: `${netFlowName}, ${pastText(period)}, largest deposits first`,
    ascending: `${netFlowName}, ${pastText(period)}, largest withdrawals first`,
  },
});
