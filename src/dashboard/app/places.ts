import {
  type Icon,
  IconAdjustmentsHorizontal,
  IconChartLine,
  IconCoins,
  IconUsers,
  IconWebhook,
} from '@tabler/icons-react';
import { pageLinks } from '../url/pageLinks.ts';

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
    ...pageLinks.users,
    also: 'directory people',
    icon: IconUsers,
    key: 'u',
    pages: [],
  },
  {
    ...pageLinks.thematics,
    also: 'themes levels',
    icon: IconChartLine,
    key: 't',
    pages: [{ ...pageLinks.compare, also: 'correlation overlap' }],
  },
  {
    ...pageLinks.tokens,
    also: 'prices symbols market',
    icon: IconCoins,
    key: 'k',
    pages: [],
  },
  {
    ...pageLinks.webhooks,
    also: 'endpoints deliveries settings',
    icon: IconWebhook,
    key: 'w',
    pages: [],
  },
  {
    ...pageLinks.preferences,
    also: 'preferences',
    icon: IconAdjustmentsHorizontal,
    key: 'p',
    pages: [],
  },
];
