export const holdingsTexts = {
  none: 'No holdings yet.',
  noneInWindow: 'No holdings in this window.',
  howToBegin: 'A wallet begins with the first statement of holdings in a thematic.',
  closed:
    'Its latest statement has no holdings. The wallet stays listed and its history continues at zero.',
  allClosed: 'All wallets are closed: the latest statement of each has no holdings.',
  allRetracted: 'No holdings recorded: every entry was withdrawn.',
  add: 'Add holdings',
  save: 'Save holdings',
} as const;
