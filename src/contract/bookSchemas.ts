import {
  bookConcentration,
  bookContribution,
  bookExposure,
  bookFigures,
  bookFlows,
  bookPart,
  bookPerformance,
  bookSummary,
} from './book.ts';
import { shockSchemas } from './shockSchemas.ts';
import { directoryGroup, otherDirectoryGroups } from './directoryGroups.ts';

const members =
  'Members are selected at `membersAsOf`, the present, even if `asOf` is past. `count`: members, out of `of` users. `notFound`: number of `ids` that no user has.';
const unknown = '`unknown` of the members hold a token without a price at a record.';

const group =
  '`count` users, `unknown` of them with missing data. `share`: part of the total of all matching users, null for the reason `noShares`. `change`, `flow` and the time-weighted `return` are of the period, and `spark` has 52 totals in it. By thematic, figures are those of the wallets in it. Of a connected service, flow and return are not known, and `change` is that of the `histories` that have been read.';

/** The named schemas of books and their shocks. `schemas.ts` has all. */
export const bookSchemas = {
  DirectoryGroup: [
    directoryGroup,
    `Users with a value of an attribute, or with a wallet in a thematic (its id); null: users without one. ${group}`,
  ],
  OtherDirectoryGroups: [
    otherDirectoryGroups,
    `All \`groups\` that are not shown, as one: users, or wallets, that are in none of those shown. ${group}`,
  ],
  BookSummary: [
    bookSummary,
    `A set of users as one portfolio. ${members} \`change\` runs from the first record to the \`total\` and includes the \`flow\`; \`return\` is time-weighted. ${unknown} Of a connected service, \`unknown\` members have no reported total, \`histories\` counts the members whose histories have been read, and \`change\` is that of those members. null is not known, for the \`reason\`.`,
  ],
  BookPerformance: [
    bookPerformance,
    `Value, index and flow of a set of users as of one portfolio: see Performance. ${members} ${unknown}`,
  ],
  BookExposure: [bookExposure, `As ExposurePage, of a book. ${members}`],
  BookFlows: [
    bookFlows,
    `Deposits \`in\` and withdrawals \`out\` of the members by UTC month, both positive, at the prices of the records; \`net\` is in − out. Holdings at the first record are no flow; those of a user who joins later are a deposit. ${members} ${unknown}`,
  ],
  BookContribution: [
    bookContribution,
    `Parts of the change of a book’s value from \`from\` to \`to\`, chained record by record every \`step\` milliseconds. Σ change + \`residual\` = \`change\`. \`parts\`: number of parts; \`rows\` is a window of them, the largest change first. ${members} ${unknown}`,
  ],
  BookConcentration: [
    bookConcentration,
    'Concentration of a book in the last totals of its parts: the `largest`, the share of the `topTen` largest, and the Herfindahl–Hirschman index `hhi` (1: all in one part). null: no shares, for the reason `noShares`.',
  ],
  BookPart: [
    bookPart,
    'A part of a book’s change: the effect of `price` plus the net deposit `amount`. `share`: change ÷ first total of the book.',
  ],
  BookFigures: [bookFigures, `As Figures, of a book. ${members} ${unknown}`],
  ...shockSchemas,
} as const;
