import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { day, hour, minute } from '#contract/historyType.ts';
import { dateTag, endText, spanText, windowText } from '#dashboard/history/periodText.ts';
import { createFormat } from '#dashboard/preferences/format.ts';
import { defaultPreferences } from '#dashboard/preferences/preferences.ts';

const format = createFormat(defaultPreferences);
const end = Date.UTC(2026, 5, 17, 14, 23, 40);
const from = (start: number, step: number) =>
  Float64Array.from({ length: Math.floor((end - start) / step) + 1 }, (_, i) => start + i * step);

// A date names its year unless it is the current one.
beforeAll(() => vi.setSystemTime(end));
afterAll(() => vi.useRealTimers());

describe('the text beside a change', () => {
  it('names the period if the history covers it', () => {
    expect(windowText(format, 'day', from(end - day, 5 * minute))).toBe(
      'past day, since 16 Jun, 14:23',
    );
    expect(windowText(format, 'month', from(end - 30 * day + hour, 4 * hour))).toBe(
      'past month, since 18 May',
    );
    expect(windowText(format, 'year', from(end - 365 * day, day))).toBe(
      'past year, since 17 Jun 2025',
    );
  });

  it('names the start if the history is shorter than its period', () => {
    expect(windowText(format, 'month', from(end - 20 * day, 4 * hour))).toBe(
      'since 28 May 2026, less than a month',
    );
    expect(windowText(format, 'week', from(end - 3 * hour, hour))).toBe(
      'since 17 Jun 2026, 11:23, less than a week',
    );
  });

  it('accepts a first record one coarse step late as covering the period', () => {
    expect(windowText(format, 'month', from(end - 29.5 * day, day))).toBe(
      'past month, since 19 May',
    );
    expect(windowText(format, 'month', from(end - 28 * day, day))).toBe(
      'since 20 May 2026, less than a month',
    );
  });

  it('names the full history, and says if it is shorter than the period', () => {
    expect(windowText(format, 'all', from(Date.UTC(2021, 0, 1), day))).toBe(
      'since 1 Jan 2021 (full history)',
    );
  });

  it('exists without records', () => {
    expect(windowText(format, 'month', new Float64Array())).toBe('past month');
  });
});

describe('dates', () => {
  const now = Date.UTC(2026, 5, 17);
  const [august, december] = [Date.UTC(2024, 7, 1), Date.UTC(2024, 11, 31)];

  it('name another year, in a zoom, in a tag and beside a change', () => {
    expect(spanText(format, { from: august, to: december })).toBe('1 Aug 2024 to 31 Dec 2024');
    expect(spanText(format, { from: now - 20 * day, to: now })).toBe('28 May to 17 Jun');
    expect(dateTag(format, 'month', august)).toBe('1 Aug 2024, 00:00');
    expect(dateTag(format, 'month', now)).toBe('17 Jun, 00:00');
    const times = Float64Array.from({ length: 31 }, (_, i) => august + i * day);
    expect(windowText(format, 'month', times)).toBe('past month, since 1 Aug 2024');
  });

  it('use the year of the preferred zone', () => {
    const newYear = Date.UTC(2025, 11, 31, 20);
    expect(dateTag(format, 'day', newYear)).toBe('31 Dec 2025, 20:00');
    const tokyo = createFormat({ ...defaultPreferences, timeZone: 'Asia/Tokyo' });
    expect(dateTag(tokyo, 'day', newYear)).toBe('1 Jan, 05:00');
  });

  it('differ at both ends of a day', () => {
    expect([now - day, now].map((at) => endText(format, 'day', at))).toEqual([
      '16 Jun, 00:00',
      '17 Jun, 00:00',
    ]);
  });
});

describe('one record', () => {
  const one = Float64Array.of(Date.UTC(2026, 5, 16, 18));

  it('is the start of a full history, and “one record” in a shorter period', () => {
    expect(windowText(format, 'all', one)).toBe('began 16 Jun 2026, 18:00');
    expect(windowText(format, 'year', one)).toBe('one record, 16 Jun 2026, 18:00');
  });

  it('shows the start if the first holdings were recorded within the period', () => {
    const began = Date.UTC(2026, 5, 16, 15, 30);
    expect(windowText(format, 'month', one, began)).toBe('began 16 Jun 2026, 15:30');
    expect(windowText(format, 'all', one, began)).toBe('began 16 Jun 2026, 15:30');
    const before = Date.UTC(2026, 5, 15);
    expect(windowText(format, 'day', one, before)).toBe('one record, 16 Jun 2026, 18:00');
  });
});
