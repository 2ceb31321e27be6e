import { useQuery } from '@tanstack/react-query';
import { useLocation } from 'react-router-dom';
import { capabilitiesQuery, useCurrency } from '../shared/api/capabilities.ts';
import { formatDateTime, formatZone } from '../shared/format/time.ts';
import { usePreferences } from '../shared/preferences.ts';
import classes from './PrintLines.module.css';

/** Above a page on paper: of when its figures are, in which zone its times, in which unit its totals. */
export function PrintHead() {
  const { privacy } = usePreferences();
  const asOf = useQuery(capabilitiesQuery).data?.market.asOf;
  const currency = useCurrency();
  const zone = formatZone(asOf);
  const lines = [
    asOf === undefined ? null : `as of ${formatDateTime(asOf)}`,
    `times in ${zone}`,
    currency === null ? null : `totals in ${currency}`,
    privacy === 'off' ? null : 'figures hidden by preference',
  ];
  return <p className={classes.head}>{lines.filter((line) => line !== null).join(' · ')}</p>;
}

/** Below a page on paper: where it stands. */
export function PrintFoot() {
  const { pathname, search } = useLocation();
  return <p className={classes.foot}>{`${location.origin}${pathname}${search}`}</p>;
}
