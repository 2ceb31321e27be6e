import * as z from 'zod/mini';
import { callerRoles, hasRole } from './access.ts';
import { isoTime } from './time.ts';
import { viewAddressFault } from './viewAddress.ts';

/** Maximum number of views of one owner. */
export const maxViewsPerOwner = 200;
/** Maximum number of views in a list of all owners' views. */
export const maxListedViews = 1000;
export const maxViewNameLength = 60;

/** Owner of the views that an open service stores. */
export const openOwner = 'this service';

/** Roles that can have a home page. Monitors have no pages. */
export const homeRoles = callerRoles.filter((role) => hasRole(role, 'analyst'));
/** `me` is the caller. */
export const homeKinds = ['me', ...homeRoles] as const;
export type HomeKind = (typeof homeKinds)[number];

/** A named address of this app. A private view is visible to its owner, and to admins who list all views. */
export const savedView = z.looseObject({
  id: z.string(),
  name: z.string(),
  address: z.string(),
  /** Id of the key, or `oidc:` and the provider’s subject, that saved it; `this service` if the service was open. */
  owner: z.string(),
  ownerName: z.string(),
  /** The caller owns it. */
  own: z.boolean(),
  /** Everyone may see it. */
  shared: z.boolean(),
  /** The caller’s own home page, and that of roles. */
  home: z.array(z.string()),
  updatedAt: isoTime,
  /** Entity tag for `If-Match`, as in the header of `GET /x/views/{id}`. */
  etag: z.string(),
});
export type SavedView = z.infer<typeof savedView>;
export const savedViewList = z.array(savedView);

/** Id of a view, which the client invents. */
export const viewIdPattern = /^[\w-]{1,64}$/;

/** Body of `PUT /x/views/{id}`. */
export const savedViewContent = z.strictObject({
  name: z.string().check(
    z.trim(),
    z.minLength(1, 'enter at least one character'),
    z.maxLength(maxViewNameLength, `use at most ${maxViewNameLength} characters`),
    z.refine((text) => !/\p{C}/u.test(text), 'control characters are not allowed'),
  ),
  address: z.string().check((context) => {
    const message = viewAddressFault(context.value);
    if (message !== null) context.issues.push({ code: 'custom', message, input: context.value });
  }),
  /** Missing: false. */
  shared: z.optional(z.boolean()),
  /** Missing: none. A role’s home page must be shared. */
  home: z.optional(z.array(z.enum(homeKinds))),
});
export type SavedViewContent = z.infer<typeof savedViewContent>;
