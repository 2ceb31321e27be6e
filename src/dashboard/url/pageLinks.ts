import {
  type Icon,
  IconAdjustmentsHorizontal,
  IconChartLine,
  IconChartPie,
  IconCoins,
  IconShieldCheck,
  IconUsers,
  IconWebhook,
} from '@tabler/icons-react';

import type { Role } from '#contract/access.ts';
import type { getKeys } from '#contract/operations/access.ts';
import type { getAudit } from '#contract/operations/audit.ts';
import { dataQualityPage, settingsPage } from '#contract/pageNames.ts';
import type { checkUpstream } from '#contract/operations/upstream.ts';

interface PageLink {
  readonly to: `/${string}`;
  readonly label: string;
  readonly also: string;
  readonly role?: Role;
}

/** `g` and its key open it. */
interface InNavigation {
  readonly icon: Icon;
  readonly key: string;
}

/** Below a page of the navigation, at any address. */
interface Below {
  readonly below: PageLink['to'];
}

/** Pages without an id, in the order of the navigation. `index.html` has the same until the scripts load. */
export const pageLinks = {
  users: {
    to: '/users',
    label: 'Users',
    also: 'directory people',
    icon: IconUsers,
    key: 'u',
  },
  book: {
    to: '/book',
    label: 'Book',
    also: 'portfolio of users all together total flows',
    below: '/users',
  },
  bookReport: {
    to: '/book/report',
    label: 'Report of a book',
    also: 'tear sheet pdf print',
    below: '/users',
  },
  shock: {
    to: '/shock',
    label: 'Shock the book',
    also: 'stress scenario what if crash fall replay loss worst',
    below: '/users',
  },
  // Not /users/compare: `compare` would be the id of a user.
  compareUsers: {
    to: '/compare-users',
    label: 'Compare users',
    also: 'returns of several users in one chart',
    below: '/users',
  },
  thematics: {
    to: '/thematics',
    label: 'Thematics',
    also: 'themes levels',
    icon: IconChartLine,
    key: 't',
  },
  // Not /thematics/compare: `compare` would be the id of a thematic.
  compare: {
    to: '/compare',
    label: 'Compare thematics',
    also: 'correlation overlap',
    below: '/thematics',
  },
  tokens: {
    to: '/tokens',
    label: 'Tokens',
    also: 'prices symbols market',
    icon: IconCoins,
    key: 'k',
  },
  exposure: {
    to: '/exposure',
    label: 'Exposure',
    also: 'who holds what concentration holders hhi',
    icon: IconChartPie,
    key: 'e',
  },
  quality: {
    to: '/quality',
    label: dataQualityPage,
    also: 'data flaws gaps missing old prices reconciliation coarse',
    icon: IconShieldCheck,
    key: 'q',
  },
  webhooks: {
    to: '/settings/webhooks',
    label: 'Webhooks',
    also: 'endpoints deliveries settings',
    icon: IconWebhook,
    key: 'w',
  },
  preferences: {
    to: '/settings/preferences',
    label: settingsPage,
    also: 'preferences',
    icon: IconAdjustmentsHorizontal,
    key: 'p',
  },
  access: {
    to: '/settings/access',
    label: 'Access',
    also: 'keys roles sign in settings',
    below: '/settings/preferences',
    role: 'admin' satisfies (typeof getKeys)['role'],
  },
  check: {
    to: '/settings/check',
    label: 'Check this service',
    also: 'conformance interface connected settings',
    below: '/settings/preferences',
    role: 'admin' satisfies (typeof checkUpstream)['role'],
  },
  audit: {
    to: '/settings/audit',
    label: 'Audit trail',
    also: 'audit log history who changed verify',
    below: '/settings/preferences',
    role: 'admin' satisfies (typeof getAudit)['role'],
  },
} as const satisfies Readonly<Record<string, PageLink & (InNavigation | Below)>>;

interface NavigationPage extends PageLink, InNavigation {
  /** Child pages whose address is not below its own. */
  readonly pages: readonly PageLink[];
}

const links = Object.values(pageLinks);

export const navigationPages: readonly NavigationPage[] = links.flatMap((link) =>
  'icon' in link
    ? [{ ...link, pages: links.filter((page) => 'below' in page && page.below === link.to) }]
    : [],
);
