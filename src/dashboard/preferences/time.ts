import { createFormat } from './format.ts';
import type { Instant } from './instants.ts';
import { preferences } from './preferences.ts';

export { formatDuration, type Instant } from './instants.ts';
const f = () => createFormat(preferences());
export const formatDate = (at: Instant) => f().date(at);
export const formatDateTime = (at: Instant) => f().dateTime(at);
export const formatDayTime = (at: Instant) => f().dayTime(at);
export const formatDayMonth = (at: Instant) => f().dayMonth(at);
export const formatMonthYear = (at: Instant) => f().monthYear(at);
export const formatMonth = (at: Instant) => f().month(at);
export const formatYear = (at: Instant) => f().year(at);
export const formatClock = (at: Instant) => f().clock(at);
export const formatClockSeconds = (at: Instant) => f().clockSeconds(at);
export const formatZone = (at: Instant) => f().zone(at);
