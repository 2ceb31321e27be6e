import { parseArgs } from 'node:util';
import { compareAnswers, comparisonText, readRecording } from './compare.ts';
import { record } from './record.ts';

const help = `Records what the service answers, and compares two recordings.

  npm run answers -- record FILE [--folder PATH]   records both modes of the product in a folder (this one)
  npm run answers -- compare BEFORE AFTER          lists what differs; exit code 1 if something may not

A recording has about 5,000 answers and 50 MB: keep it out of the repository. Clock, random values, store and
connected services are fixed, so that two recordings of one commit are equal, byte by byte. To compare with an
older commit, record its folder with this version; it needs its node_modules. test/answers/allowed.ts lists
what may differ.`;

const print = (line: string) => process.stdout.write(`${line}\n`);

async function run(): Promise<number> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { folder: { type: 'string' }, help: { type: 'boolean' } },
  });
  const [command, file, other] = positionals;
  if (values.help === true) {
    print(help);
    return 0;
  }
  if (command === 'record' && file !== undefined) {
    await record({ folder: values.folder ?? process.cwd(), file, print });
    return 0;
  }
  if (command === 'compare' && file !== undefined && other !== undefined) {
    const before = await readRecording(file);
    const differences = compareAnswers(before, await readRecording(other));
    print(comparisonText(differences, before.length));
    return differences.some(({ kind }) => kind === 'unexpected') ? 1 : 0;
  }
  process.stderr.write(`${help}\n`);
  return 2;
}

process.exitCode = await run();
