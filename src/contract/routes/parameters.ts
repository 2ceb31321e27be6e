import * as z from 'zod/mini';
import type { Answer, Parameter } from './route.ts';

/** The two parameters of every call that can be paged, and the header its pages carry. */
export const paging: readonly Parameter[] = [
  {
    name: 'limit',
    in: 'query',
    description: 'Most elements of a page, 1 to 1000.',
    schema: z.int().check(z.minimum(1), z.maximum(1000)),
  },
  {
    name: 'after',
    in: 'query',
    description: 'Where the page begins: taken from the Link header of the page before. Opaque.',
    schema: z.string(),
  },
];

export const linkHeader: NonNullable<Answer['headers']> = {
  Link: 'Address of the next page (RFC 8288, rel="next"); absent on the last one.',
};

export const etagHeader: NonNullable<Answer['headers']> = {
  ETag: 'Strong entity tag of what was answered.',
};

export const ifNoneMatchStar: Parameter = {
  name: 'If-None-Match',
  in: 'header',
  description: '`*`: make it only where it is not there yet; 412 otherwise.',
  schema: z.literal('*'),
};

export const ifNoneMatch: Parameter = {
  name: 'If-None-Match',
  in: 'header',
  description: 'The ETag of what you have: 304 without a body where that is still so.',
  schema: z.string(),
};

export const ifMatch: Parameter = {
  name: 'If-Match',
  in: 'header',
  description: 'The ETag you read: 412 where it was changed since, so that nothing is overwritten.',
  schema: z.string(),
};

export const notModified: Answer = {
  status: 304,
  description: 'It is as you have it (If-None-Match).',
};
