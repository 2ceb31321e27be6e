import {
  type Icon,
  IconAdjustmentsHorizontal,
  IconChartLine,
  IconCoins,
  IconUsers,
  IconWebhook,
} from '@tabler/icons-react';
import { urls } from '../url/urls.ts';

interface PlacePage {
  readonly to: string;
  readonly label: string;
  /** Other words the palette finds it by. */
  readonly also: string;
}

interface Place extends PlacePage {
  readonly icon: Icon;
  /** After `g`, it leads here. */
  readonly key: string;
  /** Its pages that are not below its address. */
  readonly pages: readonly PlacePage[];
}

/** Where one can go, in the order of the navigation; `index.html` has the same links until the scripts are there. */
export const places: readonly Place[] = [
  {
    to: urls.users(),
    label: 'Users',
    also: 'directory people',
    icon: IconUsers,
    key: 'u',
    pages: [],
  },
  {
    to: urls.thematics(),
    label: 'Thematics',
    also: 'themes levels',
    icon: IconChartLine,
    key: 't',
    pages: [{ to: urls.compare(), label: 'Compare thematics', also: 'correlation overlap' }],
  },
  {
    to: urls.tokens(),
    label: 'Tokens',
    also: 'prices symbols market',
    icon: IconCoins,
    key: 'k',
    pages: [],
  },
  {
    to: urls.webhooks(),
    label: 'Webhooks',
    also: 'endpoints deliveries settings',
    icon: IconWebhook,
    key: 'w',
    pages: [],
  },
  {
    to: urls.preferences(),
    label: 'Settings',
    also: 'preferences',
    icon: IconAdjustmentsHorizontal,
    key: 'p',
    pages: [],
  },
];
