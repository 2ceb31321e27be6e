/** Commands and their purpose, in one line. Each has --help. */
export const productCommands = {
  start: 'Starts the service and its dashboard.',
  dev: 'Starts it from its sources, for working on them.',
  import: 'Imports prices, thematics, users and holdings from CSV files.',
  samples: 'Replaces or removes the sample users.',
  keys: 'Creates, lists and revokes access keys.',
  backup: 'Writes a backup to a file.',
  restore: 'Replaces everything with a backup.',
  doctor: 'Checks what the service needs, and says what is wrong.',
  'check-service': 'Checks another Portfolio Service against the interface.',
  upstream: 'Removes our webhook from the connected service.',
  licences: 'Lists dependencies with their licences and known vulnerabilities.',
  help: 'Lists the commands.',
} as const;
export type CommandName = keyof typeof productCommands;

const scripts = {
  sbom: 'Prints the production dependencies as CycloneDX.',
  build: 'Builds the dashboard.',
  check: 'Checks format, lint, types and unused code.',
  format: 'Formats the sources.',
  test: 'Checks, builds and tests every feature.',
  'test:proofs': 'Runs the long tests: kills, load, whole tasks, benchmarks.',
  'test:quick': 'Runs unit tests and the tests of changed code.',
  'test:again': 'Gives failed tests a second try, in CI.',
  bench: 'Measures every figure in the documents.',
  answers: 'Records the answers of a commit, and compares two recordings.',
  words: 'Counts words and comments that the glossary replaces.',
  screenshots: 'Takes the pictures of the README.',
} as const;

const lifecycle = ['start', 'test'];

const lineOf = ([name, about]: readonly [string, string]) =>
  `  npm ${lifecycle.includes(name) ? '' : 'run '}${name}`.padEnd(28) + about;

export function commandsHelp(): string {
  return `${Object.entries(productCommands).map(lineOf).join('\n')}

For development:

${Object.entries(scripts).map(lineOf).join('\n')}`;
}
