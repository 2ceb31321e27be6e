import { builtinEnvironments, type Environment } from 'vitest/runtime';

const { jsdom } = builtinEnvironments;

/**
 * jsdom, with modules transformed as for Node: the real service runs in the same process, and Vite's transform for browsers would
 * turn its `new URL('./migrations/', import.meta.url)` into an address of the page.
 */
const environment: Environment = {
  ...jsdom,
  viteEnvironment: 'ssr',
  async setup(global, options) {
    // jsdom has its own realm, in which a Buffer of Node is not a Uint8Array, so the database rejects it.
    const { ArrayBuffer, Uint8Array } = globalThis;
    const made = await jsdom.setup(global, options);
    Object.assign(global, { ArrayBuffer, Uint8Array });
    return made;
  },
};
// oxlint-disable-next-line import/no-default-export -- Vitest looks for the default export
export default environment;
