import { urls } from './urls.ts';

/** Where the pages without an id in their address are, and their names: in the navigation, as a title, a crumb and a choice of the palette. */
export const pageLinks = {
  users: { to: urls.users(), label: 'Users' },
  thematics: { to: urls.thematics(), label: 'Thematics' },
  compare: { to: urls.compare(), label: 'Compare thematics' },
  tokens: { to: urls.tokens(), label: 'Tokens' },
  webhooks: { to: urls.webhooks(), label: 'Webhooks' },
  preferences: { to: urls.preferences(), label: 'Settings' },
} as const;
