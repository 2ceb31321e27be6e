import { bytesInWords } from '#contract/bytes.ts';
import type * as selections from '#contract/operations/selections.ts';
import { maxSelectionBytes, selectionDays } from '#contract/selections.ts';
import type { ProseOf } from './callProse.ts';

export const selectionProse: ProseOf<typeof selections> = {
  createSelection: {
    summary: 'Save a selection of users',
    description: `For more users than fit in \`ids=\`. \`selection=ID\` then names them wherever users are filtered. The same list has the same id, and saving it again keeps it for another ${selectionDays} days. Anyone who may read users may use it. A body has at most ${bytesInWords(maxSelectionBytes)}.`,
    body: { example: { ids: ['ada', 'grace'] } },
    answers: { 200: { description: 'The saved selection.' } },
  },
};
