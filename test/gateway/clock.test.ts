import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createSteadyClock } from '#gateway/process/clock.ts';

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;
const start = Date.UTC(2026, 5, 17, 5, 27, 0);

/** A clock over a system clock and a machine that the test holds. */
function steady({ notBefore, hasUptime = true }: { notBefore?: number; hasUptime?: boolean } = {}) {
  const time = { wall: start, elapsed: 4711, uptime: 100_000 };
  const logged: string[] = [];
  const clock = createSteadyClock(
    {
      wall: () => time.wall,
      elapsed: () => time.elapsed,
      ...(hasUptime ? { uptime: () => time.uptime } : {}),
    },
    notBefore,
  );
  return {
    clock,
    logged,
    /** Time passes, and is looked at. */
    pass: (milliseconds: number): number => {
      time.wall += milliseconds;
      time.elapsed += milliseconds;
      time.uptime += milliseconds;
      return clock.now();
    },
    set: (milliseconds: number): void => {
      time.wall += milliseconds;
    },
    sleep: (milliseconds: number): void => {
      time.wall += milliseconds;
      time.uptime += milliseconds;
    },
    check: (): readonly string[] => {
      clock.check((line) => logged.push(line));
      return logged.splice(0);
    },
  };
}

describe('the time of the service', () => {
  test('is the system clock', () => {
    const { clock, pass } = steady();
    expect(clock.now()).toBe(start);
    expect(pass(10)).toBe(start + 10);
    expect(pass(day)).toBe(start + day + 10);
    expect(clock.state()).toEqual({ ok: true, aheadSeconds: 0, lastJump: null });
  });

  test('runs at half speed after that clock was set back, until it has caught up', () => {
    const { clock, pass, set } = steady();
    set(-hour);
    expect(clock.now()).toBe(start);
    expect(pass(minute)).toBe(start + minute / 2);
    expect(clock.state()).toMatchObject({ ok: false, aheadSeconds: 3570 });
    set(hour / 2);
    expect(pass(minute)).toBe(start + minute);
    expect(clock.state()).toMatchObject({ ok: false, aheadSeconds: 1740 });
    set(hour / 2);
    expect(pass(minute)).toBe(start + 3 * minute);
    expect(clock.state()).toMatchObject({ ok: true, aheadSeconds: 0 });
    // From here on it is that clock again.
    set(10);
    expect(pass(1)).toBe(start + 3 * minute + 11);
  });

  test('returns to the system clock automatically, however far it was ahead', () => {
    const { clock, pass, set } = steady();
    set(30 * day);
    clock.now();
    set(-30 * day);
    for (let days = 0; days < 60; days += 1) pass(day);
    expect(clock.state()).toMatchObject({ ok: true, aheadSeconds: 0 });
    expect(pass(1)).toBe(start + 60 * day + 1);
  });

  test('pauses briefly after a small adjustment', () => {
    const { pass, set } = steady();
    pass(10 * second);
    set(-300);
    expect(pass(100)).toBe(start + 10 * second);
    expect(pass(100)).toBe(start + 10 * second);
    expect(pass(200)).toBe(start + 10 * second + 100);
  });

  test('follows when it is set ahead', () => {
    const { clock, set } = steady();
    set(6 * day);
    expect(clock.now()).toBe(start + 6 * day);
    expect(clock.state()).toMatchObject({ ok: true, aheadSeconds: 0 });
  });

  test('begins at the latest acknowledged instant', () => {
    const { clock, pass } = steady({ notBefore: start + hour });
    expect(clock.now()).toBe(start + hour);
    expect(pass(second)).toBe(start + hour + second / 2);
    expect(clock.state()).toEqual({ ok: false, aheadSeconds: 3600, lastJump: null });
    expect(steady({ notBefore: start - hour }).clock.now()).toBe(start);
  });

  test('never goes back, and is an integer, whatever happens to the system clock', () => {
    const steps = fc.array(
      fc.tuple(
        fc.oneof(fc.nat(2000), fc.double({ min: 0, max: 50, noNaN: true })),
        fc.oneof(fc.constant(0), fc.integer({ min: -2000, max: 2000 }), fc.integer()),
        fc.boolean(),
      ),
    );
    fc.assert(
      fc.property(steps, (all) => {
        const { clock, pass, set, check } = steady();
        let before = clock.now();
        for (const [passes, isSet, isChecked] of all) {
          pass(passes);
          set(Math.trunc(isSet));
          if (isChecked) check();
          const now = clock.now();
          expect(now).toBeGreaterThanOrEqual(before);
          expect(Number.isInteger(now)).toBe(true);
          before = now;
        }
      }),
    );
  });
});

describe('a jump of the system clock', () => {
  test('back is logged once, and reported until it has caught up', () => {
    const { clock, check, pass, set } = steady();
    pass(second);
    expect(check()).toEqual([]);
    set(-hour);
    pass(second);
    expect(check()).toEqual([
      'The system clock was set back by 1 h: the clock of the service is 1 h ahead and runs at half speed until the system clock catches up.',
    ]);
    const at = new Date(start + 1.5 * second).toISOString();
    expect(clock.state()).toEqual({
      ok: false,
      aheadSeconds: 3600,
      lastJump: { at, seconds: -3600 },
    });
    pass(second);
    expect(check()).toEqual([]);
    set(hour);
    pass(second);
    expect(check()).toEqual([
      'The system clock was set ahead by 1 h: the service follows the system clock.',
    ]);
    expect(clock.state()).toMatchObject({ ok: true, lastJump: { seconds: 3600 } });
  });

  test('is not reported for a late check or a small adjustment', () => {
    const { check, pass, set } = steady();
    pass(hour);
    expect(check()).toEqual([]);
    set(-5 * second);
    expect(check()).toEqual([]);
    set(5 * second);
    expect(check()).toEqual([]);
    set(5 * second + 1);
    expect(check()).toHaveLength(1);
  });

  test('ahead is distinguished from a sleep if the system counts sleep', () => {
    const { clock, check, pass, set, sleep } = steady();
    const before = clock.passed();
    sleep(6 * day);
    expect(clock.passed() - before).toBe(6 * day);
    expect(check()).toEqual(['This machine slept for 6 d: the service follows the system clock.']);
    expect(clock.state()).toMatchObject({ ok: true, lastJump: { seconds: 6 * 86_400 } });
    sleep(90 * second);
    set(-(2 * hour + 3 * minute));
    pass(second);
    expect(check()).toEqual([
      expect.stringMatching(/^This machine slept for 1 min 30 s: /),
      expect.stringMatching(/^The system clock was set back by 2 h 3 min: /),
    ]);
  });

  test('ahead may be a sleep if it does not', () => {
    const { clock, check, sleep } = steady({ hasUptime: false });
    const before = clock.passed();
    sleep(70 * second);
    expect(check()).toEqual([
      'The system clock was set ahead by 1 min 10 s, or this machine slept: the service follows the system clock.',
    ]);
    expect(clock.passed()).toBe(before);
  });

  test('a sleep while the clock is behind also passes for the service', () => {
    const { clock, check, set, sleep } = steady();
    set(-hour);
    check();
    sleep(10 * minute);
    check();
    expect(clock.now()).toBe(start + 5 * minute);
  });
});
