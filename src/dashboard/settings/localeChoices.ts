/** Languages whose ways to write figures and dates differ, by their tags; the browser's own can be chosen besides. */
const tags = [
  'en-GB',
  'en-US',
  'en-IN',
  'de-DE',
  'de-CH',
  'es-ES',
  'fr-FR',
  'it-IT',
  'ja-JP',
  'nl-NL',
  'pl-PL',
  'pt-BR',
  'sv-SE',
  'zh-CN',
];

/** What can be chosen, the browser's own first, one that was chosen elsewhere included. */
export function localeChoices(chosen: string): { value: string; label: string }[] {
  const all = chosen === 'browser' || tags.includes(chosen) ? tags : [...tags, chosen];
  return [
    { value: 'browser', label: `This browser: ${localeName(navigator.language)}` },
    ...all.map((tag) => ({ value: tag, label: localeName(tag) })),
  ];
}

/** `German (Switzerland)`; the tag where the browser has no name for it. */
function localeName(tag: string): string {
  try {
    return (
      new Intl.DisplayNames('en-GB', { type: 'language', languageDisplay: 'standard' }).of(tag) ??
      tag
    );
  } catch {
    return tag;
  }
}
