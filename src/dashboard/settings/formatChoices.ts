import { isTimeZone, ownTimeZone } from '../preferences/timeZones.ts';

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

/** The browser's own first. Includes the current one, even if it is not listed. */
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

/** Zones that browsers list under outdated names. */
const renamed: Partial<Record<string, string>> = {
  'Africa/Asmera': 'Africa/Asmara',
  'America/Buenos_Aires': 'America/Argentina/Buenos_Aires',
  'America/Catamarca': 'America/Argentina/Catamarca',
  'America/Coral_Harbour': 'America/Atikokan',
  'America/Cordoba': 'America/Argentina/Cordoba',
  'America/Godthab': 'America/Nuuk',
  'America/Indianapolis': 'America/Indiana/Indianapolis',
  'America/Jujuy': 'America/Argentina/Jujuy',
  'America/Louisville': 'America/Kentucky/Louisville',
  'America/Mendoza': 'America/Argentina/Mendoza',
  'Asia/Calcutta': 'Asia/Kolkata',
  'Asia/Katmandu': 'Asia/Kathmandu',
  'Asia/Rangoon': 'Asia/Yangon',
  'Asia/Saigon': 'Asia/Ho_Chi_Minh',
  'Atlantic/Faeroe': 'Atlantic/Faroe',
  'Europe/Kiev': 'Europe/Kyiv',
  'Pacific/Enderbury': 'Pacific/Kanton',
  'Pacific/Ponape': 'Pacific/Pohnpei',
  'Pacific/Truk': 'Pacific/Chuuk',
};

/** The current name, if this browser knows it. */
function currentName(zone: string): string {
  const name = renamed[zone];
  return name !== undefined && isTimeZone(name) ? name : zone;
}

interface ZoneGroup {
  readonly group: string;
  readonly items: { value: string; label: string }[];
}

/** UTC, the browser's own zone, and all zones by region under their current names. Includes the chosen one under any name. */
export function zoneChoices(chosen: string): ZoneGroup[] {
  const known = Intl.supportedValuesOf('timeZone')
    .filter((zone) => zone.includes('/'))
    .map(currentName)
    .toSorted();
  const isMissing = chosen.includes('/') && !known.includes(chosen);
  const regions = Map.groupBy(isMissing ? [...known, chosen] : known, regionOf);
  return [
    {
      group: 'General',
      items: [
        { value: 'UTC', label: 'UTC' },
        { value: 'browser', label: `This browser: ${currentName(ownTimeZone())}` },
      ],
    },
    ...[...regions].map(([group, zones]) => ({
      group,
      items: zones.map((zone) => ({ value: zone, label: zoneName(zone) })),
    })),
  ];
}

function regionOf(zone: string): string {
  return zone.slice(0, zone.indexOf('/'));
}

/** `America/Argentina/Buenos_Aires` without its region: `Argentina, Buenos Aires`. */
function zoneName(zone: string): string {
  return zone
    .slice(zone.indexOf('/') + 1)
    .replaceAll('_', ' ')
    .replaceAll('/', ', ');
}
