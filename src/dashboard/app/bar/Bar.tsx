import { ActionIcon, Kbd, type MantineColorScheme, VisuallyHidden } from '@mantine/core';
import {
  type Icon,
  IconBrightness,
  IconEye,
  IconEyeDotted,
  IconEyeOff,
  IconMoon,
  IconSearch,
  IconSun,
} from '@tabler/icons-react';
import { clsx } from 'clsx';
import { Link, useLocation } from 'react-router-dom';
import {
  type Privacy,
  privacyActions,
  privacyKey,
  privacyStates,
  schemeNames,
  setPreference,
  useColourScheme,
  usePrivacy,
} from '../../preferences/preferences.ts';
import { pageLinks, navigationPages } from '../../url/pageLinks.ts';
import { isApple, paletteKey } from '../paletteKey.ts';
import classes from './Bar.module.css';
import { Freshness } from './Freshness.tsx';
import { Person } from './Person.tsx';

/** Shares its classes in `base.css` with `index.html`. */
export function Bar({ onSearch }: { readonly onSearch: () => void }) {
  return (
    <header className={clsx('first-bar', classes.bar)}>
      <Link
        to={pageLinks.users.to}
        className={clsx('first-mark', classes.home)}
        aria-label="Portfolio, home"
      >
        <svg width="20" height="20" viewBox="0 0 20 20" aria-hidden>
          <path d="M2 14.5H8V9.5H13V4.5H18" />
        </svg>
      </Link>
      <Navigation />
      <SearchButton onOpen={onSearch} />
      <Freshness />
      <PrivacyButton />
      <SchemeButton />
      <Person />
    </header>
  );
}

/** In the bar from 768 px on, otherwise at the bottom with icons. */
function Navigation() {
  const { pathname } = useLocation();
  // `/users` includes `/users/acme-treasury`.
  const isHere = ({ to }: { readonly to: string }) =>
    pathname === to || pathname.startsWith(`${to}/`);
  return (
    <nav className={clsx('first-navigation', classes.navigation)} aria-label="Main">
      {navigationPages.map((page) => (
        <Link
          key={page.to}
          to={page.to}
          aria-current={[page, ...page.pages].some(isHere) ? 'page' : undefined}
        >
          <page.icon size={20} stroke={1.75} aria-hidden />
          {page.label}
        </Link>
      ))}
    </nav>
  );
}

function SearchButton({ onOpen }: { readonly onOpen: () => void }) {
  return (
    <button
      type="button"
      className={classes.search}
      aria-keyshortcuts={paletteKey.announced}
      aria-haspopup="dialog"
      onClick={onOpen}
    >
      <IconSearch size={16} stroke={1.75} aria-hidden />
      <span>{paletteKey.label}</span>
      <Kbd aria-hidden>{isApple() ? '⌘' : 'Ctrl'}</Kbd>
      <Kbd aria-hidden>{paletteKey.letter}</Kbd>
    </button>
  );
}

interface PrivacyStep {
  readonly icon: Icon;
  readonly next: Privacy;
}

export const privacySteps: Record<Privacy, PrivacyStep> = {
  off: {
    icon: IconEye,
    next: 'percentages',
  },
  percentages: {
    icon: IconEyeDotted,
    next: 'hidden',
  },
  hidden: {
    icon: IconEyeOff,
    next: 'off',
  },
};

export function stepPrivacy(privacy: Privacy): void {
  setPreference('privacy', privacySteps[privacy].next);
}

/** Each press changes from everything to percentages only to nothing. */
function PrivacyButton() {
  const privacy = usePrivacy();
  const { icon: Icon, next } = privacySteps[privacy];
  const label = privacyStates[privacy];
  const name = `Privacy: ${label.toLowerCase()}. ${privacyActions[next]} (${privacyKey.toUpperCase()})`;
  return (
    <>
      <button
        type="button"
        className={clsx(classes.privacy, privacy !== 'off' && classes.on)}
        aria-label={name}
        title={name}
        onClick={() => stepPrivacy(privacy)}
      >
        <Icon size={16} stroke={1.75} aria-hidden />
        {privacy !== 'off' && <span className={classes.label}>{label}</span>}
      </button>
      <VisuallyHidden component="output">{privacy === 'off' ? '' : label}</VisuallyHidden>
    </>
  );
}

const schemes = {
  auto: { icon: IconBrightness, next: 'light' },
  light: { icon: IconSun, next: 'dark' },
  dark: { icon: IconMoon, next: 'auto' },
} as const satisfies Record<MantineColorScheme, unknown>;

function SchemeButton() {
  const { colorScheme, setColorScheme } = useColourScheme();
  const { icon: Icon, next } = schemes[colorScheme];
  const [now, then] = [colorScheme, next].map((one) => schemeNames[one].toLowerCase());
  const name = `Theme: ${now}. Switch to ${then}`;
  return (
    <ActionIcon aria-label={name} title={name} onClick={() => setColorScheme(next)}>
      <Icon size={16} stroke={1.75} aria-hidden />
    </ActionIcon>
  );
}
