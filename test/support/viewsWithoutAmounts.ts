/** Views that this site cannot open, with the reason why they show no amount. */
export const viewsWithoutAmounts: Readonly<Record<string, string>> = {
  'access/MonitorPane.tsx': 'says what a monitor may read',
  'access/RevokeKeyDialog.tsx': 'names a key',
  'access/SignInAgain.tsx': 'asks for a key',
  'access/SignInDialog.tsx': 'asks for a key',
  'access/SignInPane.tsx': 'asks for a key',
  'app/bar/PersonMenu.tsx': 'names the person who is signed in',
  'design/NoteList.tsx': 'counts what was read of a connected service',
  'history/DatesForm.tsx': 'has two dates',
  'holdings/LinesForm.tsx': 'opened by HoldingsEdit and DefineThematic',
  'settings/BenchmarkField.tsx': 'names thematics',
  'settings/ConnectedPane.tsx': 'counts calls to a connected service',
  'settings/RiskFreeField.tsx': 'has a rate',
  'thematics/detail/ConstituentsExplanation.tsx': 'explains a level, which is public',
  'thematics/detail/TradesOfAllExplanation.tsx': 'explains sums of all users',
  'users/PrintUserDialog.tsx': 'asks what to print',
};
