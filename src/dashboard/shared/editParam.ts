import { choiceParam } from './url/searchParam.ts';

/** `?edit=`: which editor of a user stands over the page. */
export const editParam = choiceParam('edit', ['nothing', 'attributes', 'holdings'], 'nothing');
