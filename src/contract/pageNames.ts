/** Names of a page and its panes that messages of the service mention. */
export const settingsPage = 'Settings';
export const connectedPane = 'Connected service';
export const changesPane = 'Changes there';
