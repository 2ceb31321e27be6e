/** Names of a page and of its panes that messages of the service and the pages themselves have. */
export const settingsPage = 'Settings';
export const connectedPane = 'Connected service';
export const changesPane = 'Changes there';
