import { useQuery } from '@tanstack/react-query';
import { useLocation } from 'react-router-dom';
import { useConnectedTo } from '../api/service.ts';
import { capabilitiesQuery } from '../portfolio/capabilities.ts';
import { useFormat } from '../preferences/format.ts';
import { chosenTimeZone, usePreferences } from '../preferences/preferences.ts';
import classes from './PrintLines.module.css';

export function PrintHead() {
  const format = useFormat();
  const preferred = usePreferences();
  const market = useQuery(capabilitiesQuery).data?.market;
  const connectedTo = useConnectedTo();
  const { currency } = format;
  // The zone's name at that time, such as CEST, or its full name until the time is known.
  const zone = market === undefined ? chosenTimeZone(preferred) : format.zone(market.asOf);
  const lines = [
    market === undefined ? null : `as of ${format.dateTime(market.asOf)}`,
    market?.kind === 'simulated' ? 'simulated market' : null,
    connectedTo === null ? null : `connected to ${connectedTo}`,
    `times in ${zone}`,
    currency === null ? null : `totals in ${currency}`,
    preferred.privacy === 'off' ? null : 'figures hidden by privacy mode',
  ];
  return <p className={classes.head}>{lines.filter((line) => line !== null).join(' · ')}</p>;
}

export function PrintFoot() {
  const { pathname, search } = useLocation();
  return <p className={classes.foot}>{`${location.origin}${pathname}${search}`}</p>;
}
