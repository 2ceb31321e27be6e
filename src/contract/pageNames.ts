/** Names of a page, its panes and a button that messages of the service mention. */
export const settingsPage = 'Settings';
export const connectedPane = 'Connected service';
export const dataQualityPage = 'Quality';
export const changesPane = 'Changes there';
export const syncAgainLabel = 'Sync again';
