import type * as views from '#contract/operations/views.ts';
import { maxListedViews, maxViewsPerOwner } from '#contract/savedViews.ts';
import { maxViewAddressBytes } from '#contract/viewAddress.ts';
import type { ProseOf } from './callProse.ts';

const ETag = { ETag: { description: 'The entity tag of the view, for `If-Match`.' } };
const ifMatch = {
  'If-Match': { description: 'Only if the view still has this entity tag. Otherwise: 412.' },
};

export const viewProse: ProseOf<typeof views> = {
  getViews: {
    summary: 'Saved views',
    description:
      'Your own views and the shared ones, by name. A view is a named address of the dashboard. `home` lists whose home page it is: `me`, or everyone with a role. The owner is the id of a key or `oidc:` and the provider’s subject; `this service` owns what was saved while the service was open. Views of a revoked owner stay.',
    query: {
      of: {
        description: `\`all\` (admins only): also the private views of others, the latest ${maxListedViews}.`,
        example: 'all',
      },
    },
    answers: { 200: { description: 'The views.' } },
  },
  getView: {
    summary: 'One saved view',
    description: 'Your own or a shared view; for admins, any.',
    answers: { 200: { description: 'The view.', headers: ETag } },
  },
  putView: {
    summary: 'Save, change or restore a view',
    description: `The client invents the id. Analysts change their own private views, and can make any visible view their own home page. Only admins share views, change shared ones, and set the home page of a role, which must be a shared view. Your own home page takes precedence over that of your role. A person can have ${maxViewsPerOwner} views. The address is the path of a page of this app, with at most ${maxViewAddressBytes} bytes. With the id of a view that was removed within the last hour, it restores the view with its owner and home pages.`,
    headers: {
      ...ifMatch,
      'If-None-Match': { description: '`*`: only if there is no view with this id.' },
    },
    body: {
      example: {
        name: 'Large accounts',
        address: '/users?total=1000000..',
        shared: false,
        home: ['me'],
      },
    },
    answers: {
      200: { description: 'Changed.', headers: ETag },
      201: {
        description: 'Saved.',
        headers: { ...ETag, Location: { description: 'Path of the view.' } },
      },
    },
  },
  deleteView: {
    summary: 'Remove a view',
    description: 'Analysts remove their own private views, admins any. See `PUT` to restore it.',
    headers: ifMatch,
    answers: { 204: { description: 'Removed.' } },
  },
};
