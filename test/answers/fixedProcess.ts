import crypto from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';
import os from 'node:os';
import { isMainThread } from 'node:worker_threads';

// Loaded into a recorded process by `node --import`. Its clock stands still until the recorder moves it, and its random values
// count up, so that two recordings of one commit are equal.

const now = Number(process.env['RECORDED_NOW']);
if (isMainThread && Number.isFinite(now) && process.send !== undefined) fix(now);

function fix(start: number): void {
  let at = start;
  let passed = 0;
  const RealDate = Date;
  globalThis.Date = new Proxy(RealDate, {
    construct: (target, given: unknown[], made) =>
      Reflect.construct(target, given.length === 0 ? [at] : given, made),
    apply: () => new RealDate(at).toString(),
    get: (target, name) => (name === 'now' ? () => at : Reflect.get(target, name)),
  });

  // Elapsed time keeps running, for timeouts, and jumps with the clock, which would report a clock that was set otherwise.
  const elapsed = performance.now.bind(performance);
  performance.now = () => elapsed() + passed;
  const uptime = os.uptime.bind(os);
  os.uptime = () => uptime() + passed / 1000;

  let drawn = 0;
  const bytes = (size: number): Buffer => {
    const drawing = Buffer.alloc(size);
    drawn += 1;
    drawing.writeUInt32BE(drawn, 0);
    return drawing;
  };
  Object.assign(crypto, {
    randomBytes: (size: number) => bytes(Math.max(size, 4)).subarray(0, size),
    randomUUID: () =>
      bytes(16)
        .toString('hex')
        .replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-'),
  });
  Math.random = () => 0.5;
  syncBuiltinESMExports();

  process.on('message', (milliseconds) => {
    at += Number(milliseconds);
    passed += Number(milliseconds);
    process.send?.('moved');
  });
  process.channel?.unref();
}
