import { choiceParam } from '../../shared/url/searchParam.ts';

/** `?by=`: what the parts are. */
export const byParam = choiceParam('by', ['thematic', 'token'], 'thematic');

/** `?allocation=`: how they are drawn. */
export const formParam = choiceParam('allocation', ['treemap', 'bars', 'time'], 'treemap');

/** `?stack=`: over time, as parts of the whole, as amounts, or as a table. */
export const stackParam = choiceParam('stack', ['share', 'amount', 'table'], 'share');
export type StackForm = ReturnType<typeof stackParam.read>;
