import { cpus } from 'node:os';
import { benchDecimation } from './decimation.ts';
import { benchHttp } from './http.ts';
import type { Line } from './measure.ts';

/** Every performance figure of the README, each beside what it is compared to. */
const sections = { decimation: benchDecimation, http: benchHttp };

const wanted = process.argv.slice(2);
const lines: Line[] = [];
for (const [name, run] of Object.entries(sections)) {
  if (wanted.length === 0 || wanted.includes(name)) lines.push(...(await run()));
}

const milliseconds = (value: number | null) => (value === null ? '' : `${value.toFixed(2)} ms`);
process.stdout.write(`Node ${process.version}, ${cpus().length} cores; medians\n\n`);
for (const { name, ours, other, note } of lines) {
  process.stdout.write(
    `${name.padEnd(38)} ${milliseconds(ours).padStart(12)}  beside ${milliseconds(other).padStart(12)}  ${note}\n`,
  );
}
