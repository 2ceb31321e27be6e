import { historyTypes } from '#contract/historyType.ts';
import { choiceParam, textParam } from '../shared/url/searchParam.ts';

/** `?ids=a&ids=b`: the thematics that are chosen, on the table and in the comparison alike. */
export const chosenName = 'ids';

/** `?q=`: what is searched for. */
export const searchName = 'q';

/** `?spark=`: the period of the lines in the table. */
export const sparkParam = choiceParam('spark', historyTypes, 'month');

/** `?choose=thematics` opens the list from which a comparison is chosen. */
export const chooseParam = choiceParam('choose', ['nothing', 'thematics'], 'nothing');

/** `?base=`: the thematic that the others of a comparison are held against. */
export const baseParam = textParam('base');
