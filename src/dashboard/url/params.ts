import {
  auditKinds,
  auditResults,
  type AuditKind,
  type AuditResult,
} from '#contract/auditKinds.ts';
import { shownDeliveryStates, type ShownDeliveryState } from '#contract/deliveryState.ts';
import { historyTypes, initialPeriod } from '#contract/historyType.ts';
import { choiceParam, type SearchParam, textParam } from './searchParam.ts';

// Every `?name` of the pages except `?sort` (columns), the attribute filters of the directory and those of one folder.

/** null is closed, an empty text is open. */
function openTextParam(name: string): SearchParam<string | null> {
  return { name, read: (text) => text, write: (text) => text };
}

/** `?q=` searches a page, `?find=` the positions of a user. */
export const searchName = 'q';
export const findName = 'find';

/** Columns of the directory in their order: `?columns=total&columns=attribute.country`; without it the preferred ones. */
export const columnsName = 'columns';
export const filterNames = {
  thematics: 'thematic',
  tokens: 'token',
  notThematics: 'notThematic',
  notTokens: 'notToken',
  lackedAttributes: 'lacksAttribute',
} as const;
/** `?create=acme` opens the form for a new user with that id. Not a path: `/users/new` is the page of the user `new`. */
export const createParam = openTextParam('create');
export const importParam: SearchParam<boolean> = {
  name: 'import',
  read: (text) => text === '1',
  write: (isOpen) => (isOpen ? '1' : null),
};

export const editParam = choiceParam('edit', ['nothing', 'attributes', 'holdings'], 'nothing');
/** Initial date of the editor, to correct an entry: `?edit=holdings&effective=2026-10-15T00:00:00.000Z`. */
export const effectiveParam = textParam('effective');
export const holdingsParam = choiceParam('holdings', ['wallets', 'positions'], 'wallets');
/** The property that the peers on a user's chart share: `thematic`, `attribute.country`. */
export const peersParam = textParam('peers');
export const dustParam = choiceParam('dust', ['shown', 'hidden'], 'shown');
/** `?held=only` hides target positions that the wallet does not hold. */
export const heldParam = choiceParam('held', ['all', 'only'], 'all');
export const byParam = choiceParam('by', ['thematic', 'token'], 'thematic');
export const allocationParam = choiceParam('allocation', ['treemap', 'bars', 'time'], 'treemap');
export const stackParam = choiceParam('stack', ['share', 'amount', 'table'], 'share');
export type StackForm = ReturnType<typeof stackParam.read>;
export const attributesParam = choiceParam('attributes', ['list', 'json'], 'list');
/** The part of the change in value, and its breakdown for a user. */
export const movedParam = choiceParam('moved', ['total', 'price', 'flow'], 'total');
export const moversParam = choiceParam('movers', ['wallet', 'token'], 'wallet');

/** `?from=ISO&to=ISO`: the ends of the zoom. `?measure=ISO..ISO`: both ends of a measurement. */
export const chartWindowNames = { from: 'from', to: 'to', measure: 'measure' } as const;

/** Figure of the months: the return, or its excess over the benchmark. */
export const calendarParam = choiceParam('calendar', ['return', 'excess'], 'return');

export const chosenName = 'ids';
export const sparkParam = choiceParam('spark', historyTypes, initialPeriod);
export const chooseParam = choiceParam('choose', ['nothing', 'thematics'], 'nothing');
/** `?define=` opens the form: for a new thematic, or for the target weights of the current one. */
export const defineParam = openTextParam('define');
/** The thematic that a comparison measures the others against. */
export const baseParam = textParam('base');

export const actorParam = textParam('actor');
export const operationParam = textParam('operation');
export const kindParam: SearchParam<AuditKind | ''> = choiceParam('kind', ['', ...auditKinds], '');
export const idParam = textParam('id');
export const resultParam: SearchParam<AuditResult | ''> = choiceParam(
  'result',
  ['', ...auditResults],
  '',
);
/** `?entry=` opens an entry by its number, `?verify=` has an entry noted earlier, or is empty. */
export const entryParam = textParam('entry');
export const verifyParam = openTextParam('verify');

/** `?add=` opens the form, with the initial URL or empty. */
export const addParam = openTextParam('add');
export const openParam = choiceParam(
  'open',
  ['', 'verify', 'inspector', 'code', 'rotate', 'recover'],
  '',
);
export const endpointParam = textParam('endpoint');
export const deliveryParam = textParam('delivery');
export const typeParam = textParam('type');
export const stateParam: SearchParam<ShownDeliveryState | ''> = choiceParam(
  'state',
  ['', ...shownDeliveryStates],
  '',
);
export const spanParam = choiceParam('span', ['all', 'hour', 'day', 'week', 'since'], 'all');
export type DeliverySpan = ReturnType<typeof spanParam.read>;
export const burstParam = textParam('burst');
export const sinceParam = textParam('since');
