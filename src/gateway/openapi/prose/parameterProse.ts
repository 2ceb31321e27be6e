import { maxPageSize } from '#contract/operations/paging.ts';
import type { AnswerProse, HeaderProse } from './callProse.ts';

/** Query parameters of every paged list, and the header of its pages. */
export const pagingProse = {
  limit: { description: `Maximum length of a page, 1 to ${maxPageSize}.` },
  after: {
    description: 'Where the page begins: taken from the Link header of the page before. Opaque.',
  },
} as const;

export const linkHeader: HeaderProse = {
  Link: {
    description: 'Address of the next page (RFC 8288, rel="next"); absent on the last one.',
  },
};

export const etagHeader: HeaderProse = {
  ETag: { description: 'Strong entity tag of what was answered.' },
};

export const locationHeader = (of: string): HeaderProse => ({
  Location: { description: `Path of the ${of}.` },
});

export const ifNoneMatchStar: HeaderProse = {
  'If-None-Match': {
    description: '`*`: make it only where it is not there yet; 412 otherwise.',
    value: '*',
  },
};

export const ifNoneMatch: HeaderProse = {
  'If-None-Match': {
    description: 'The ETag of what you have: 304 without a body where that is still so.',
  },
};

export const ifMatch: HeaderProse = {
  'If-Match': {
    description: 'The ETag you read: 412 if it was changed since, so that nothing is overwritten.',
  },
};

export const notModified: AnswerProse = {
  description: 'It is as you have it (If-None-Match).',
};
