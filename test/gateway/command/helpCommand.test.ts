import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { helpCommand } from '#gateway/command/helpCommand.ts';
import { startCommand } from '#gateway/command/start.ts';

test('npm run help and npm start -- --help list every command, one line each', async () => {
  const { scripts } = JSON.parse(await readFile('package.json', 'utf8'));
  for (const run of [helpCommand, startCommand]) {
    const printed: string[] = [];
    const print = (text: string) => printed.push(text);
    const options = { args: ['--help'], environment: {}, root: process.cwd(), version: '', print };
    expect(await run(options)).toBe(0);
    const lines = printed.join('\n').split('\n');
    for (const name of Object.keys(scripts)) {
      const line = new RegExp(`^  npm (run )?${name} {2,}[A-Z].*\\.$`);
      expect([name, lines.filter((text) => line.test(text)).length]).toEqual([name, 1]);
    }
    for (const line of lines) expect(line.length).toBeLessThanOrEqual(96);
  }
});
