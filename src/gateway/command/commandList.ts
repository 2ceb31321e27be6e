/** Commands and their purpose, in one line. Each has --help. */
export const productCommands = {
  start: 'Starts the service and its dashboard.',
  dev: 'Starts both from source, for development.',
  import: 'Imports prices, thematics, users and holdings from CSV files.',
  samples: 'Replaces or removes the sample users.',
  report: 'Writes tear sheets of users as HTML files.',
  keys: 'Creates, lists and revokes access keys.',
  backup: 'Writes a backup to a file.',
  restore: 'Replaces all data with a backup.',
  doctor: 'Checks settings, disk, database and network, and reports problems.',
  'check-service': 'Checks another Portfolio Service against the interface.',
  upstream: 'Removes our webhook from the connected service.',
  licences: 'Lists dependencies with their licenses and known vulnerabilities.',
  help: 'Lists the commands.',
} as const;
export type CommandName = keyof typeof productCommands;

const scripts = {
  sbom: 'Prints the production dependencies as CycloneDX.',
  build: 'Builds the dashboard.',
  check: 'Checks format, lint, types and unused code.',
  format: 'Formats the sources.',
  test: 'Runs all checks and tests.',
  'test:proofs': 'Runs the long tests: crashes, load, complete journeys, benchmarks.',
  'test:quick': 'Runs unit tests and the tests of changed code.',
  'test:again': 'Retries failed tests once, in CI.',
  bench: 'Measures every figure in the documents.',
  answers: 'Records the answers of a commit, and compares two recordings.',
  words: 'Counts words and comments that the glossary replaces.',
  screenshots: 'Takes the pictures of the README.',
} as const;

const withoutRun = ['start', 'test'];

const lineOf = ([name, about]: readonly [string, string]) =>
  `  npm ${withoutRun.includes(name) ? '' : 'run '}${name}`.padEnd(28) + about;

export function commandsHelp(): string {
  return `${Object.entries(productCommands).map(lineOf).join('\n')}

For development:

${Object.entries(scripts).map(lineOf).join('\n')}`;
}
