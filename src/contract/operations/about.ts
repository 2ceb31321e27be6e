import { capabilities, health } from '../capabilities.ts';
import type { Operation } from '../operation.ts';

/** What this process is, its market, and what it offers beyond the interface. */
export const getCapabilities = {
  method: 'GET',
  path: '/x/capabilities',
  answers: { 200: capabilities },
  problems: [],
  role: 'analyst',
} as const satisfies Operation;

/** Tries a change in the database; 503 where it does not take one. */
export const getHealth = {
  method: 'GET',
  path: '/x/health',
  answers: { 200: health, 503: health },
  problems: [],
  role: 'anyone',
} as const satisfies Operation;
