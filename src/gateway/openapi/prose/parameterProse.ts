import { defaultDirectoryRows, maxDirectoryRows } from '#contract/directoryParameters.ts';
import { hasRetryAfter } from '#contract/problem.ts';
import { maxPageSize } from '#contract/operations/paging.ts';
import type { AnswerProse, HeaderProse, ParameterProse } from './callProse.ts';

/** Query parameters of every paged list, and the header of its pages. */
export const pagingProse = {
  limit: { description: `Maximum length of a page, 1 to ${maxPageSize}.` },
  after: {
    description: 'Opaque start of the page, from the Link header of the previous page.',
  },
} as const;

/** Query parameters of a window of rows. */
export const windowProse = {
  offset: {
    description: 'Index of the first row. From the count on, there are no rows.',
    example: '100',
  },
  limit: {
    description: `Maximum number of rows, 1 to ${maxDirectoryRows}. Default: ${defaultDirectoryRows}.`,
    example: '50',
  },
} as const;

/** The query parameter of answers about the past. */
export const asOfProse: ParameterProse = {
  description:
    'Answers as of this instant, rounded down to a tick: holdings, prices and definitions of then, names and attributes of today. Holdings that are entered later with an earlier date count. Default: the present; the future is 400.',
  example: '2026-06-10T12:00:00.000Z',
};

export const linkHeader: HeaderProse = {
  Link: {
    description: 'Address of the next page (RFC 8288, rel="next"). The last page has none.',
  },
};

export const etagHeader: HeaderProse = {
  ETag: { description: 'Strong entity tag of the resource.' },
};

export const locationHeader = (resource: string): HeaderProse => ({
  Location: { description: `Path of the ${resource}.` },
});

export const ifNoneMatchStar: HeaderProse = {
  'If-None-Match': {
    description: '`*`: only creates; 412 if it already exists.',
    value: '*',
  },
};

export const ifNoneMatch: HeaderProse = {
  'If-None-Match': {
    description: 'ETag of your copy: 304 without a body if it is still current.',
  },
};

export const ifMatch: HeaderProse = {
  'If-Match': {
    description:
      'ETag that you read: 412 if someone changed it since, so that no change is overwritten.',
  },
};

/** Headers of all answers with a status. */
export const headersOfStatus = (status: number): HeaderProse =>
  hasRetryAfter(status) ? { 'Retry-After': { description: 'Seconds until a retry.' } } : {};

export const notModified: AnswerProse = {
  description: 'Your copy is current (If-None-Match).',
};
