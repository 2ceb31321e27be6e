import { IconChartLine, IconBolt, IconFile, IconUsers } from '@tabler/icons-react';
import { listedActions } from '../../shared/actions.ts';
import { readRecents } from '../../shared/recents.ts';
import { urls } from '../../shared/urls.ts';
import { type Choice, isFound } from './choice.ts';

const pages = [
  { label: 'Users', also: 'directory people', to: urls.users() },
  { label: 'Thematics', also: 'themes levels', to: urls.thematics() },
  { label: 'Compare thematics', also: 'correlation overlap', to: urls.compare() },
  { label: 'Webhooks', also: 'endpoints', to: urls.webhooks() },
  {
    label: 'Settings, preferences',
    also: 'theme colours locale language time zone currency privacy',
    to: urls.preferences(),
  },
] as const;

export function pageChoices(text: string): Choice[] {
  return pages
    .filter(({ label, also }) => isFound(text, label, also))
    .map(({ label, to }) => ({ key: to, icon: IconFile, label, to, end: to }));
}

export function recentChoices(): Choice[] {
  return readRecents().map((recent) => ({
    key: `recent ${recent.to}`,
    icon: recent.kind === 'user' ? IconUsers : IconChartLine,
    label: recent.label,
    to: recent.to,
    recent,
  }));
}

export function actionChoices(text: string): Choice[] {
  return listedActions()
    .filter(({ name, also = '' }) => isFound(text, name, also))
    .map(({ name, icon = IconBolt, shortcut, run }) => ({
      key: `action ${name}`,
      icon,
      label: name,
      run,
      ...(shortcut === undefined ? {} : { shortcut }),
    }));
}
