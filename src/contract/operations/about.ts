import * as z from 'zod/mini';
import { capabilities, health, healthStatus } from '../capabilities.ts';
import type { Operation } from '../operation.ts';

/** What this process is, its market, and what it offers beyond the interface. */
export const getCapabilities = {
  method: 'GET',
  path: '/x/capabilities',
  answers: { 200: capabilities },
  problems: [],
  role: 'analyst',
} as const satisfies Operation;

/** Tries a change in the database; 503 where it does not take one. Who is neither signed in nor on this machine gets the status alone. */
export const getHealth = {
  method: 'GET',
  path: '/x/health',
  answers: { 200: z.union([health, healthStatus]), 503: z.union([health, healthStatus]) },
  problems: [],
  role: 'anyone',
} as const satisfies Operation;

/** Whether the process runs: where it does not answer this, it is to be started again. */
export const getLiveness = {
  method: 'GET',
  path: '/x/health/live',
  answers: { 200: healthStatus },
  problems: [],
  role: 'anyone',
} as const satisfies Operation;

/** Whether requests are to be sent to it: 503 while it starts or stops, and where its database takes no change. */
export const getReadiness = {
  method: 'GET',
  path: '/x/health/ready',
  answers: { 200: healthStatus, 503: healthStatus },
  problems: [],
  role: 'anyone',
} as const satisfies Operation;

/** Figures of the process, in the text format of Prometheus. */
export const getMetrics = {
  method: 'GET',
  path: '/x/metrics',
  answers: { 200: z.string() },
  mediaType: 'text/plain',
  problems: [],
  role: 'monitor',
} as const satisfies Operation;
