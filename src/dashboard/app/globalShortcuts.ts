import { useComputedColorScheme } from '@mantine/core';
import {
  IconBrightness,
  IconKeyboard,
  IconLogout,
  IconMoon,
  IconPlus,
  IconSun,
} from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router-dom';
import { useActions } from '../design/actions.ts';
import { useKeys } from '../design/keys.ts';
import { printAction } from '../design/printAction.ts';
import {
  privacyActions,
  privacyKey,
  schemeNames,
  useColourScheme,
  usePrivacy,
} from '../preferences/preferences.ts';
import { viewActions } from '../portfolio/viewsDialog.ts';
import { sessionQuery, signOut, useMayCall } from '../portfolio/session.ts';
import { forms } from '../url/forms.ts';
import { navigationPages } from '../url/pageLinks.ts';
import { privacySteps, stepPrivacy } from './bar/Bar.tsx';
import { paletteKey } from './paletteKey.ts';

const keyTexts = {
  [paletteKey.listed]: paletteKey.label,
  '?': 'Shortcuts',
  [privacyKey]: 'Switch privacy mode',
  ...Object.fromEntries(
    navigationPages.map(({ key, label }) => [`g ${key}`, `Go to ${label.toLowerCase()}`]),
  ),
};

export function useGlobalShortcuts(showKeys: () => void): void {
  const navigate = useNavigate();
  const privacy = usePrivacy();
  const { colorScheme, setColorScheme } = useColourScheme();
  const mayCall = useMayCall();
  const { data: session } = useQuery(sessionQuery);
  const isSignedIn = session?.endsAt != null;
  const { mutate: leave } = useMutation(signOut(useQueryClient()));
  const go = (to: string) => () => void navigate(to);
  useKeys(
    {
      '?': showKeys,
      [privacyKey]: () => stepPrivacy(privacy),
      ...Object.fromEntries(navigationPages.map(({ key, to }) => [`g ${key}`, go(to)])),
    },
    keyTexts,
    'global',
  );
  const isDark = useComputedColorScheme('light', { getInitialValueInEffect: false }) === 'dark';
  const { next, icon } = privacySteps[privacy];
  useActions(
    [
      ...Object.values(forms)
        .filter(mayCall)
        .map(({ label, also, address }) => {
          return { name: label, also, icon: IconPlus, run: go(address()) };
        }),
      ...(isSignedIn
        ? [{ name: 'Sign out', also: 'log out leave', icon: IconLogout, run: () => leave('here') }]
        : []),
      ...viewActions(),
      {
        name: privacyActions[next],
        also: 'privacy mode',
        shortcut: privacyKey.toUpperCase(),
        icon,
        run: () => stepPrivacy(privacy),
      },
      {
        name: `Switch to ${schemeNames[isDark ? 'light' : 'dark'].toLowerCase()} theme`,
        also: 'colors colours scheme mode',
        icon: isDark ? IconSun : IconMoon,
        run: () => setColorScheme(isDark ? 'light' : 'dark'),
      },
      ...(colorScheme === 'auto'
        ? []
        : [
            {
              name: `Switch to ${schemeNames.auto.toLowerCase()} theme`,
              also: 'colors colours scheme mode auto',
              icon: IconBrightness,
              run: () => setColorScheme('auto'),
            },
          ]),
      {
        ...printAction,
        // Waits until the palette has closed, so that it is not printed.
        run: () => setTimeout(() => window.print()),
      },
      {
        name: 'Shortcuts',
        also: 'keys keyboard help',
        shortcut: '?',
        icon: IconKeyboard,
        run: showKeys,
      },
    ],
    'global',
  );
}
