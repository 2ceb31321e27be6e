import { ownTimeZone } from '../preferences/timeZones.ts';

interface ZoneGroup {
  readonly group: string;
  readonly items: { value: string; label: string }[];
}

/** UTC, the browser's own zone, and all that the browser knows by region; the chosen one included, under whatever name. */
export function zoneChoices(chosen: string): ZoneGroup[] {
  const known = Intl.supportedValuesOf('timeZone').filter((zone) => zone.includes('/'));
  const isMissing = chosen.includes('/') && !known.includes(chosen);
  const regions = Map.groupBy(isMissing ? [...known, chosen] : known, regionOf);
  return [
    {
      group: 'Everywhere',
      items: [
        { value: 'UTC', label: 'UTC' },
        { value: 'browser', label: `This browser: ${ownTimeZone()}` },
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

/** `America/Argentina/Buenos_Aires` as people write it, without its region: `Argentina, Buenos Aires`. */
function zoneName(zone: string): string {
  return zone
    .slice(zone.indexOf('/') + 1)
    .replaceAll('_', ' ')
    .replaceAll('/', ', ');
}
