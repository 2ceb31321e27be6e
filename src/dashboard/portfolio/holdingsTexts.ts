export const holdingsTexts = {
  none: 'No holdings yet.',
  noneThen: 'No holdings were recorded by then.',
  noneInWindow: 'No holdings in this window.',
  howToBegin: 'Record holdings to create the first wallet.',
  closed:
    'Its latest statement has no holdings. The wallet stays listed and its history continues at zero.',
  allClosed: 'All wallets are closed: the latest statement of each has no holdings.',
  allWithdrawn: 'No holdings recorded: every entry was withdrawn.',
  add: 'Add holdings',
  save: 'Save holdings',
} as const;
