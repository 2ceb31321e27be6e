interface ZoneRegion {
  readonly region: string;
  readonly zones: readonly string[];
}

/** The zones of the browser by their regions; the chosen one included, under whatever name. */
export function zoneRegions(chosen: string): readonly ZoneRegion[] {
  const known = Intl.supportedValuesOf('timeZone').filter((zone) => zone.includes('/'));
  const isMissing = chosen.includes('/') && !known.includes(chosen);
  const regions = Map.groupBy(isMissing ? [...known, chosen] : known, regionOf);
  return [...regions].map(([region, zones]) => ({ region, zones }));
}

function regionOf(zone: string): string {
  return zone.slice(0, zone.indexOf('/'));
}

/** `America/Argentina/Buenos_Aires` as people write it, without its region: `Argentina, Buenos Aires`. */
export function zoneName(zone: string): string {
  return zone
    .slice(zone.indexOf('/') + 1)
    .replaceAll('_', ' ')
    .replaceAll('/', ', ');
}
