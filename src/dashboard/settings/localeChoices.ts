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

interface LocaleChoice {
  readonly tag: string;
  readonly name: string;
}

/** What can be chosen, one that was chosen elsewhere included. */
export function localeChoices(chosen: string): readonly LocaleChoice[] {
  const all = chosen === 'browser' || tags.includes(chosen) ? tags : [...tags, chosen];
  return all.map((tag) => ({ tag, name: localeName(tag) }));
}

/** `German (Switzerland)`; the tag where the browser has no name for it. */
export function localeName(tag: string): string {
  try {
    return (
      new Intl.DisplayNames('en-GB', { type: 'language', languageDisplay: 'standard' }).of(tag) ??
      tag
    );
  } catch {
    return tag;
  }
}
