import { builtinEnvironments, type Environment } from 'vitest/runtime';

/**
 * jsdom, with modules transformed as for Node: the real service runs in the same process, and Vite's transform for browsers
 * would turn its `new URL('./migrations/', import.meta.url)` into an address of the page.
 */
const environment: Environment = { ...builtinEnvironments.jsdom, viteEnvironment: 'ssr' };
// oxlint-disable-next-line import/no-default-export -- Vitest looks for the default export
export default environment;
