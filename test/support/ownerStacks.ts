import * as react from 'react';

// For its developer tools, React's development build records a stack trace for up to 10,000 elements a second. Tests do not use
// these traces, and recording them takes a tenth of the time of the component tests. React still warns.
const internals: unknown = Reflect.get(
  react,
  '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE',
);
const counter = 'recentlyCreatedOwnerStacks';
if (typeof internals !== 'object' || internals === null || !(counter in internals)) {
  throw new Error(`React no longer counts ${counter}: remove test/support/ownerStacks.ts`);
}
Object.defineProperty(internals, counter, {
  get: () => 10_000,
  set: () => {},
  configurable: true,
});
