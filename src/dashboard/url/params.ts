import {
  auditKinds,
  auditResults,
  type AuditKind,
  type AuditResult,
} from '#contract/auditWords.ts';
import { shownDeliveryStates, type ShownDeliveryState } from '#contract/deliveryState.ts';
import { directoryPeriods, type DirectoryPeriod } from '#contract/directory.ts';
import { historyTypes, initialPeriod } from '#contract/historyType.ts';
import { choiceParam, type SearchParam, textParam } from './searchParam.ts';

// Every `?name` of the pages, but `?sort` (made of a table's columns), the attributes that filter the directory and the window of a history.

/** A text where there may be none: null is closed, an empty text is open. */
function openTextParam(name: string): SearchParam<string | null> {
  return { name, read: (text) => text, write: (text) => text };
}

/** What is searched for: `?q=`; within the positions of a user `?find=`. */
export const searchName = 'q';
export const findName = 'find';

// Of the directory.

/** The columns shown, in their order: `?columns=total&columns=attribute.country`; without it those of the preferences. */
export const columnsName = 'columns';
/** Those of its filters to which other pages lead. */
export const filterNames = { thematics: 'thematic', tokens: 'token' } as const;
/** Over what change, return and sparkline are. */
export const directoryPeriodParam: SearchParam<DirectoryPeriod> = choiceParam(
  'period',
  directoryPeriods,
  'day',
);
/**
 * `?create=acme` opens the form for a new user with that id suggested. Not a path of its own:
 * `/users/new` is the page of the user whose id is `new`.
 */
export const createParam = openTextParam('create');
/** `?import=1` opens the import of many users from a CSV file. */
export const importParam: SearchParam<boolean> = {
  name: 'import',
  read: (text) => text === '1',
  write: (isOpen) => (isOpen ? '1' : null),
};

// Of users and wallets.

/** Which editor of a user is open. */
export const editParam = choiceParam('edit', ['nothing', 'attributes', 'holdings'], 'nothing');
/** The date that the editor of holdings begins with, that of the entry to correct: `?edit=holdings&effective=2026-10-15T00:00:00.000Z`. */
export const effectiveParam = textParam('effective');
/** Wallet by wallet, or what all wallets hold together. */
export const holdingsParam = choiceParam('holdings', ['wallets', 'positions'], 'wallets');
/** `?dust=hidden` leaves dust out of the tables of positions. */
export const dustParam = choiceParam('dust', ['shown', 'hidden'], 'shown');
/** `?held=only` leaves out what a target has and the wallet has not. */
export const heldParam = choiceParam('held', ['all', 'only'], 'all');
/** What the parts of an allocation are, how they are drawn, and how over time. */
export const byParam = choiceParam('by', ['thematic', 'token'], 'thematic');
export const allocationParam = choiceParam('allocation', ['treemap', 'bars', 'time'], 'treemap');
export const stackParam = choiceParam('stack', ['share', 'amount', 'table'], 'share');
export type StackForm = ReturnType<typeof stackParam.read>;
export const attributesParam = choiceParam('attributes', ['list', 'json'], 'list');
/** Which part of the change in value is shown, and of a user by what. */
export const movedParam = choiceParam('moved', ['total', 'price', 'flow'], 'total');
export const moversParam = choiceParam('movers', ['wallet', 'token'], 'wallet');

// Of thematics.

/** The thematics chosen, in the table and in the comparison alike: `?ids=a&ids=b`. */
export const chosenName = 'ids';
/** The period of the lines in the table. */
export const sparkParam = choiceParam('spark', historyTypes, initialPeriod);
/** `?choose=thematics` opens the list from which a comparison is chosen. */
export const chooseParam = choiceParam('choose', ['nothing', 'thematics'], 'nothing');
/** `?define=` opens the form: of a new thematic on the page of all, on that of one to edit its weights. */
export const defineParam = openTextParam('define');
/** The thematic that the others of a comparison are measured against. */
export const baseParam = textParam('base');

// Of the audit trail.

/** Which entries are listed: by whom, by which call, of what, and what became of it. */
export const actorParam = textParam('actor');
export const operationParam = textParam('operation');
export const kindParam: SearchParam<AuditKind | ''> = choiceParam('kind', ['', ...auditKinds], '');
export const idParam = textParam('id');
export const resultParam: SearchParam<AuditResult | ''> = choiceParam(
  'result',
  ['', ...auditResults],
  '',
);
/** The number of the entry that is opened, and `?verify=` with an entry as it was noted earlier, which may be none. */
export const entryParam = textParam('entry');
export const verifyParam = openTextParam('verify');

// Of webhooks.

/** `?add=` opens the form, with the URL to begin with, which may be none. */
export const addParam = openTextParam('add');
export const openParam = choiceParam(
  'open',
  ['', 'verify', 'inspector', 'code', 'rotate', 'recover'],
  '',
);
/** Id of the endpoint that is selected, and of the delivery that is opened; empty for none. */
export const endpointParam = textParam('endpoint');
export const deliveryParam = textParam('delivery');
/** Which deliveries are listed: of a type, in a state, how far back. */
export const typeParam = textParam('type');
export const stateParam: SearchParam<ShownDeliveryState | ''> = choiceParam(
  'state',
  ['', ...shownDeliveryStates],
  '',
);
export const spanParam = choiceParam('span', ['all', 'hour', 'day', 'week', 'since'], 'all');
export type DeliverySpan = ReturnType<typeof spanParam.read>;
/** The burst of deliveries that is open in the list; empty for none. */
export const burstParam = textParam('burst');
/** The instant of `?span=since`. */
export const sinceParam = textParam('since');
