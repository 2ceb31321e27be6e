/** The names of pages, as the navigation, titles and messages of the service have them. */
export const pageNames = {
  users: 'Users',
  thematics: 'Thematics',
  compare: 'Compare thematics',
  tokens: 'Tokens',
  exposure: 'Exposure',
  webhooks: 'Webhooks',
  preferences: 'Settings',
  access: 'Access',
  check: 'Check this service',
  audit: 'Audit trail',
} as const;

/** Panes of the settings that messages of the service name. */
export const settingsPanes = {
  connected: 'Connected service',
  changes: 'Changes there',
} as const;
