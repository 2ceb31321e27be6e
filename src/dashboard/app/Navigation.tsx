import {
  IconAdjustmentsHorizontal,
  IconChartLine,
  IconUsers,
  IconWebhook,
} from '@tabler/icons-react';
import { Link, useLocation } from 'react-router-dom';
import { urls } from '../shared/urls.ts';
import classes from './Navigation.module.css';

const places = [
  { to: urls.users(), label: 'Users', icon: IconUsers },
  { to: urls.thematics(), label: 'Thematics', icon: IconChartLine },
  { to: urls.webhooks(), label: 'Webhooks', icon: IconWebhook },
  { to: urls.preferences(), label: 'Settings', icon: IconAdjustmentsHorizontal },
] as const;

/** Words in the bar from 768 px on; below, words under icons at the bottom of the screen. */
export function Navigation() {
  const { pathname } = useLocation();
  // `/users` holds `/users/acme-treasury`.
  const isHere = (to: string) => pathname === to || pathname.startsWith(`${to}/`);
  return (
    <nav className={classes.navigation} aria-label="Main">
      {places.map(({ to, label, icon: Icon }) => (
        <Link key={to} to={to} aria-current={isHere(to) ? 'page' : undefined}>
          <Icon size={20} stroke={1.75} aria-hidden />
          {label}
        </Link>
      ))}
    </nav>
  );
}
