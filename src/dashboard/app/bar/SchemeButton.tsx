import { ActionIcon } from '@mantine/core';
import type { MantineColorScheme } from '@mantine/core';
import { IconBrightness, IconMoon, IconSun } from '@tabler/icons-react';
import { useColourScheme } from '../../preferences/colourScheme.ts';

const schemes = {
  auto: { label: 'system', icon: IconBrightness, next: 'light' },
  light: { label: 'light', icon: IconSun, next: 'dark' },
  dark: { label: 'dark', icon: IconMoon, next: 'auto' },
} as const satisfies Record<MantineColorScheme, unknown>;

/** Light, dark or as the system: each press goes to the next. */
export function SchemeButton() {
  const { colorScheme, setColorScheme } = useColourScheme();
  const { label, icon: Icon, next } = schemes[colorScheme];
  return (
    <ActionIcon
      aria-label={`Theme: ${label}. Switch to ${schemes[next].label}`}
      title={`Theme: ${label}. Switch to ${schemes[next].label}`}
      onClick={() => setColorScheme(next)}
    >
      <Icon size={16} stroke={1.75} aria-hidden />
    </ActionIcon>
  );
}
