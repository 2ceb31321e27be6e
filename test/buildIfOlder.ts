import { buildDashboard } from '#gateway/process/build.ts';

// `npm run test:proofs` after `npm test` finds the build that it has just made.
const root = new URL('..', import.meta.url).pathname;
await buildDashboard(root, `${root}dist`, (line) => console.log(line));
