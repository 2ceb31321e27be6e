import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { readFlags, type Flags } from '../config/flags.ts';
import { flagsHelp } from '../config/help.ts';
import { Refusal, wrongUse } from '../config/refusal.ts';
import type { Command } from './command.ts';
import { printHelpOrVersion } from './helpOrVersion.ts';

const dependencyFlags = {
  offline: { about: 'Lists licenses only, without a request to the registry.' },
} as const satisfies Flags;

/** Exit code if nothing is wrong but the vulnerability lookup failed. */
const lookupFailed = 3;

const help = `Lists all production dependencies with version and license, then looks up their known
vulnerabilities in the npm registry (npm audit).

  npm run licences
  npm run licences -- --offline
  npm run --silent sbom > sbom.json     the same list in CycloneDX format

Exit code: 0 no problem, 1 a license is not allowed or a vulnerability is known, ${lookupFailed} the lookup of
vulnerabilities failed (and no problem is known).

${flagsHelp(dependencyFlags)}`;

/** Licenses that only require their text to be distributed with the code, as licenses.txt of the built dashboard does. */
const allowed = new Set([
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC0-1.0',
  'ISC',
  'MIT',
  'OFL-1.1',
  'Unlicense',
]);

const lockFile = z.object({
  packages: z.record(
    z.string(),
    z.object({
      version: z.optional(z.string()),
      license: z.optional(z.string()),
      dev: z.optional(z.boolean()),
      link: z.optional(z.boolean()),
    }),
  ),
});

interface Dependency {
  readonly name: string;
  readonly version: string;
  /** SPDX expression; null: none. */
  readonly license: string | null;
}

export const licencesCommand: Command = async (options) => {
  if (printHelpOrVersion(options, help)) return 0;
  const { args, root, environment, print } = options;
  const { given, faults, positionals } = readFlags(args, dependencyFlags);
  if (faults.length > 0 || positionals.length > 0) {
    throw new Refusal(
      [...faults, ...positionals.map((text) => `Unexpected argument: ${text}.`)],
      wrongUse,
    );
  }
  const dependencies = dependenciesOf(await readFile(join(root, 'package-lock.json'), 'utf8'));
  for (const { name, version, license } of dependencies) {
    print(`${(license ?? 'none').padEnd(14)}  ${name} ${version}`);
  }
  const refused = dependencies.filter(({ license }) => !isAllowed(license));
  print(
    `${dependencies.length} production dependencies, ${refused.length === 0 ? 'all under allowed licenses' : 'some under licenses that are not allowed'}.`,
  );
  for (const { name, license } of refused) {
    print(
      `${name} is under ${license ?? 'an unknown license'}: replace it, or allow that license in src/gateway/command/licences.ts.`,
    );
  }
  const hasFault = refused.length > 0;
  if (given.offline) return hasFault ? 1 : 0;
  const vulnerabilities = await knownVulnerabilities(root, environment);
  if (vulnerabilities === null) {
    print(
      'Known vulnerabilities could not be looked up: the npm registry did not answer npm audit. Run this command where the registry, or a mirror that supports audits, can be reached. To list licenses only: npm run licences -- --offline',
    );
    return hasFault ? 1 : lookupFailed;
  }
  for (const line of vulnerabilities) print(line);
  if (vulnerabilities.length === 0) print('No known vulnerabilities.');
  return hasFault || vulnerabilities.length > 0 ? 1 : 0;
};

export function dependenciesOf(lock: string): Dependency[] {
  const { packages } = lockFile.parse(JSON.parse(lock));
  const byName = new Map<string, Dependency>();
  for (const [path, { version = '', license = null, dev, link }] of Object.entries(packages)) {
    if (path === '' || dev === true || link === true) continue;
    const name = path.replace(/^.*node_modules\//, '');
    byName.set(`${name} ${version}`, { name, version, license });
  }
  const keyOf = ({ license, name }: Dependency) => `${license ?? ''} ${name}`;
  return [...byName.values()].toSorted((a, b) => keyOf(a).localeCompare(keyOf(b), 'en'));
}

/** Returns whether an SPDX expression is met: one side of OR, all sides of AND. Nested brackets are unsupported. */
export function isAllowed(license: string | null): boolean {
  const texts = (license ?? '').replaceAll(/[()]/g, '').split(' OR ');
  return texts.some((text) => text.split(' AND ').every((one) => allowed.has(one.trim())));
}

const report = z.object({
  vulnerabilities: z.record(z.string(), z.object({ severity: z.string() })),
});

/** Returns a line for each vulnerable dependency; null: the registry does not answer. */
async function knownVulnerabilities(
  cwd: string,
  env: Readonly<Record<string, string | undefined>>,
): Promise<string[] | null> {
  const args = ['audit', '--omit=dev', '--json', '--fetch-retries=0'];
  const output = await new Promise<string>((resolve) => {
    // npm exits with 1 if it found any.
    execFile('npm', args, { cwd, env: { ...env }, maxBuffer: 64e6 }, (_, stdout) =>
      resolve(stdout),
    );
  });
  const read = z.safeParse(z.pipe(z.transform(parsed), report), output);
  if (!read.success) return null;
  return Object.entries(read.data.vulnerabilities).map(
    ([name, { severity }]) =>
      `${name} has a known vulnerability (${severity}). For details: npm audit. To update: npm audit fix.`,
  );
}

function parsed(text: unknown): unknown {
  try {
    return JSON.parse(String(text));
  } catch {
    return null;
  }
}
