import { historyTypes } from '#contract/historyType.ts';
import { choiceParam } from '../shared/url/searchParam.ts';

/** `?period=`; a month where the address says nothing. */
export const periodParam = choiceParam('period', historyTypes, 'month');

/** `?view=table` shows the records instead of the line. */
export const viewParam = choiceParam('view', ['chart', 'table'], 'chart');
