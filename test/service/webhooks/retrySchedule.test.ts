import { describe, expect, test } from 'vitest';
import { disableAfterMs, judge, pauseRule } from '#service/webhooks/delivery/breaker.ts';
import {
  maxAttempts,
  readRetryAfter,
  retryScheduleMs,
  waitAfter,
} from '#service/webhooks/delivery/retrySchedule.ts';

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;
const now = Date.UTC(2026, 5, 17, 14, 0, 0);
const failed = { status: 500, isTimeout: false, retryAfter: null };
const middle = { random: 0.5, now };

describe('the retry schedule', () => {
  test('has ten attempts with the documented waits', () => {
    const documented = [
      5 * second,
      5 * minute,
      30 * minute,
      2 * hour,
      5 * hour,
      10 * hour,
      14 * hour,
      20 * hour,
      24 * hour,
    ];
    const waits = retryScheduleMs.map((_, index) => waitAfter(index + 1, failed, middle));
    expect(waits).toEqual(documented);
    expect(maxAttempts).toBe(10);
    expect(waitAfter(10, failed, middle)).toBeNull();
  });

  test('is spread by a fifth to either side', () => {
    expect(waitAfter(2, failed, { random: 0, now })).toBe(4 * minute);
    expect(waitAfter(2, failed, { random: 1, now })).toBe(6 * minute);
  });

  test.each([429, 502, 504])(
    'leaves a receiver that answers %i alone for a minute at least',
    (status) => {
      expect(waitAfter(1, { ...failed, status }, middle)).toBe(minute);
      expect(waitAfter(3, { ...failed, status }, middle)).toBe(30 * minute);
    },
  );

  test('leaves a receiver that timed out alone for a minute at least', () => {
    expect(waitAfter(1, { status: null, isTimeout: true, retryAfter: null }, middle)).toBe(minute);
  });

  test.each([
    ['120', 1, 2 * minute],
    ['1', 1, 5 * second],
    ['7200', 1, hour],
    ['7200', 4, 2 * hour],
    ['99999999999', 4, 4 * hour],
    ['Wed, 17 Jun 2026 14:10:00 GMT', 1, 10 * minute],
    ['Wednesday, 17-Jun-26 14:10:00 GMT', 1, 10 * minute],
    ['Wed, 17 Jun 2026 13:00:00 GMT', 2, 5 * minute],
    ['soon', 2, 5 * minute],
    ['', 2, 5 * minute],
    ['-5', 2, 5 * minute],
    ['1.5', 2, 5 * minute],
    ['2026-06-17T14:10:00Z', 2, 5 * minute],
  ])('honours Retry-After %j after attempt %i: waits %i ms', (retryAfter, attempts, wait) => {
    expect(waitAfter(attempts, { ...failed, status: 503, retryAfter }, middle)).toBe(wait);
  });

  test('reads the three forms of an HTTP date alike', () => {
    for (const text of [
      'Wed, 17 Jun 2026 14:00:30 GMT',
      'Wednesday, 17-Jun-26 14:00:30 GMT',
      'Wed Jun 17 14:00:30 2026',
    ]) {
      expect([text, readRetryAfter(text, now)]).toEqual([text, 30 * second]);
    }
  });
});

describe('the breaker', () => {
  const well = { status: 'enabled', failingSince: null, probeAt: null, probeDelay: null } as const;
  const failure = { at: now, succeeded: false, status: 500 };
  const success = { at: now, succeeded: true, status: 204 };

  test('needs ten attempts of which seven failed', () => {
    const counts = [
      [9, 9],
      [10, 6],
      [10, 7],
      [100, 69],
      [100, 70],
    ] as const;
    expect(
      counts.map(
        ([attempts, failures]) =>
          judge(well, [failure], { attempts, failures, failedDays: 0 }, now).status,
      ),
    ).toEqual(['enabled', 'enabled', 'paused', 'enabled', 'paused']);
    expect(pauseRule).toEqual({
      windowMs: 5 * minute,
      minAttempts: 10,
      minFailureRate: 0.7,
    });
  });

  test('probes after 30 s, then after twice as long each time up to ten minutes, until a probe succeeds', () => {
    const many = { attempts: 20, failures: 20, failedDays: 0 };
    let health = judge(well, [failure], many, now);
    const delays = [health.probeDelay];
    for (let probe = 0; probe < 6; probe += 1) {
      const at = health.probeAt ?? 0;
      health = judge(health, [{ ...failure, at }], many, at);
      delays.push(health.probeDelay);
    }
    expect(delays.map((delay) => (delay ?? 0) / second)).toEqual([30, 60, 120, 240, 480, 600, 600]);
    const at = health.probeAt ?? 0;
    expect(judge(health, [{ ...success, at }], many, at)).toMatchObject({
      status: 'enabled',
      failingSince: null,
      probeAt: null,
    });
  });

  test('does not take an attempt that was under way when it paused for a probe', () => {
    const paused = judge(well, [failure], { attempts: 10, failures: 10, failedDays: 0 }, now);
    expect(
      judge(
        paused,
        [{ ...failure, at: now - 1 }],
        { attempts: 11, failures: 11, failedDays: 0 },
        now,
      ),
    ).toMatchObject({
      status: 'paused',
      probeAt: now + 30 * second,
      probeDelay: 30 * second,
    });
  });

  test('disables after so many days of nothing but failures, to the millisecond', () => {
    const recent = { attempts: 1, failures: 1, failedDays: 4 };
    const first = judge(well, [failure], recent, now);
    expect(first.failingSince).toBe(now);
    expect(judge(first, [failure], recent, now + 5 * day - 1).status).toBe('enabled');
    expect(judge(first, [failure], recent, now + 5 * day)).toMatchObject({
      status: 'disabled',
      disabledBecause: 'Every attempt in 5 days failed.',
    });
    // Attempts that failed on three of these days alone: the clock jumped, or there was little to send.
    expect(judge(first, [failure], { ...recent, failedDays: 3 }, now + 6 * day).status).toBe(
      'enabled',
    );
    const mended = judge(first, [success], recent, now + 4 * day);
    expect(mended.failingSince).toBeNull();
    expect(judge(mended, [failure], recent, now + 6 * day).status).toBe('enabled');
    expect(disableAfterMs).toBe(5 * day);
  });
});
