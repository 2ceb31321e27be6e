import { resolve } from 'node:path';

const flag = '--beside=';

/** With `--beside=FOLDER`, pages of another built checkout are measured in turn with ours. */
const folder = process.argv.find((argument) => argument.startsWith(flag))?.slice(flag.length);

export interface Contender {
  readonly name: string;
  /** Of its checkout; undefined: ours. */
  readonly folder?: string;
}

export const contenders: readonly Contender[] = [
  { name: 'ours' },
  ...(folder === undefined ? [] : [{ name: 'beside', folder: resolve(folder) }]),
];
