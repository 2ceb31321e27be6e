import * as z from 'zod/mini';
import { kibibyte } from '../bytes.ts';
import { operation } from '../operation.ts';
import { savedView, savedViewContent, savedViewList } from '../savedViews.ts';
import { oneOf } from './parameters.ts';

// Saved views: named addresses of this app, on the service.

/** Returns the caller's own views and the shared ones, by name. */
export const getViews = operation('GET', '/x/views', {
  answers: { 200: savedViewList },
  query: {
    /** `all`: also the private views of others, newest first. For admins. */
    of: z.optional(oneOf(['all'])),
  },
});

export const getView = operation('GET', '/x/views/{id}', {
  answers: { 200: savedView },
  problems: ['view-not-found'],
});

/**
 * Creates, changes or restores a view. Analysts change their own private views, and may make any visible view their home page.
 * Admins change all.
 */
export const putView = operation('PUT', '/x/views/{id}', {
  answers: { 200: savedView, 201: savedView },
  body: { schema: savedViewContent, limit: 16 * kibibyte },
  problems: ['view-not-found', 'too-many-views', 'precondition-failed'],
  role: 'analyst',
});

/** Removes a view. For an hour, `PUT` with its id restores it with its owner and home pages. */
export const deleteView = operation('DELETE', '/x/views/{id}', {
  answers: { 204: null },
  problems: ['view-not-found', 'precondition-failed'],
  role: 'analyst',
});
