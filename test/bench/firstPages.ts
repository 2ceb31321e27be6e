import { sized } from './size.ts';

/** Pages whose first visit is measured. */
export const firstPages = sized(
  [
    '/users',
    '/users/meridian-treasury',
    '/users/meridian-treasury/wallets/settlement-layers',
    '/thematics/settlement-layers',
  ],
  ['/users'],
);
