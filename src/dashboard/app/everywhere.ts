import { useComputedColorScheme } from '@mantine/core';
import {
  IconBrightness,
  IconKeyboard,
  IconMoon,
  IconPlus,
  IconPrinter,
  IconSun,
} from '@tabler/icons-react';
import { useNavigate } from 'react-router-dom';
import { useActions } from '../design/actions.ts';
import { useKeys } from '../design/keys.ts';
import { useColourScheme, usePrivacy } from '../preferences/preferences.ts';
import { urls } from '../url/urls.ts';
import { privacySteps, stepPrivacy } from './bar/Bar.tsx';

const words = {
  'Ctrl K': 'Search or jump to',
  '?': 'These shortcuts',
  p: 'Privacy: on, more, off',
  'g u': 'Go to users',
  'g t': 'Go to thematics',
  'g w': 'Go to webhooks',
  'g p': 'Go to preferences',
};

/** Keys and actions that every page has. */
export function useEverywhere(showKeys: () => void): void {
  const navigate = useNavigate();
  const privacy = usePrivacy();
  const { colorScheme, setColorScheme } = useColourScheme();
  const go = (to: string) => () => void navigate(to);
  useKeys(
    {
      '?': showKeys,
      p: () => stepPrivacy(privacy),
      'g u': go(urls.users()),
      'g t': go(urls.thematics()),
      'g w': go(urls.webhooks()),
      'g p': go(urls.preferences()),
    },
    words,
    'everywhere',
  );
  const isDark = useComputedColorScheme('light', { getInitialValueInEffect: false }) === 'dark';
  const { nextWords, icon } = privacySteps[privacy];
  useActions([
    {
      name: 'Create user',
      also: 'new add',
      icon: IconPlus,
      run: go(`${urls.users()}?create=`),
    },
    {
      name: 'Define a thematic',
      also: 'new add create thematic',
      icon: IconPlus,
      run: go(`${urls.thematics()}?define=`),
    },
    {
      name: nextWords,
      also: 'privacy mode',
      shortcut: 'P',
      icon,
      run: () => stepPrivacy(privacy),
    },
    {
      name: isDark ? 'Light colours' : 'Dark colours',
      also: 'theme scheme mode',
      icon: isDark ? IconSun : IconMoon,
      run: () => setColorScheme(isDark ? 'light' : 'dark'),
    },
    ...(colorScheme === 'auto'
      ? []
      : [
          {
            name: 'Switch to system colours',
            also: 'theme scheme mode auto',
            icon: IconBrightness,
            run: () => setColorScheme('auto'),
          },
        ]),
    {
      name: 'Print this page',
      also: 'report pdf',
      icon: IconPrinter,
      // After the palette has closed and is not on the paper.
      run: () => setTimeout(() => window.print()),
    },
    {
      name: 'Shortcuts',
      also: 'keys keyboard help',
      shortcut: '?',
      icon: IconKeyboard,
      run: showKeys,
    },
  ]);
}
