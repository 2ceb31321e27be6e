/** So long work may hold the page, in milliseconds: less than a frame. */
const slice = 12;

/** For long work on the page's own thread: `if (isDue()) await breathe()` lets it draw and answer in between. */
export function createBreather(now: () => number = () => performance.now()) {
  let since = now();
  return {
    isDue: () => now() - since > slice,
    breathe: async () => {
      await new Promise((resolve) => setTimeout(resolve));
      since = now();
    },
  };
}
