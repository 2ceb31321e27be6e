import * as react from 'react';

// React's development build records a stack for each element, for the owner stacks of its developer tools, in up to 10,000
// elements a second. Nobody reads these, and they take a tenth of the time of the component tests. Its warnings stay.
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
