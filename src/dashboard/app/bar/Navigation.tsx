import {
  IconAdjustmentsHorizontal,
  IconChartLine,
  IconCoins,
  IconUsers,
  IconWebhook,
} from '@tabler/icons-react';
import { Link, useLocation } from 'react-router-dom';
import { urls } from '../../url/urls.ts';
import classes from './Navigation.module.css';

/** `also`: pages of the place that are not below its address. */
const places = [
  { to: urls.users(), also: [], label: 'Users', icon: IconUsers },
  { to: urls.thematics(), also: [urls.compare()], label: 'Thematics', icon: IconChartLine },
  { to: urls.tokens(), also: [], label: 'Tokens', icon: IconCoins },
  { to: urls.webhooks(), also: [], label: 'Webhooks', icon: IconWebhook },
  { to: urls.preferences(), also: [], label: 'Settings', icon: IconAdjustmentsHorizontal },
] as const;

/** Words in the bar from 768 px on; below, words under icons at the bottom of the screen. */
export function Navigation() {
  const { pathname } = useLocation();
  // `/users` holds `/users/acme-treasury`.
  const isHere = (to: string) => pathname === to || pathname.startsWith(`${to}/`);
  return (
    <nav className={classes.navigation} aria-label="Main">
      {places.map(({ to, also, label, icon: Icon }) => (
        <Link key={to} to={to} aria-current={[to, ...also].some(isHere) ? 'page' : undefined}>
          <Icon size={20} stroke={1.75} aria-hidden />
          {label}
        </Link>
      ))}
    </nav>
  );
}
