import { create } from 'zustand';

const signs = ['pointermove', 'pointerdown', 'keydown', 'focusin', 'click'];

/**
 * A module that only those need who do something: loaded at the first sign of somebody, before which a page is only read.
 * Where that fails, the next sign loads it.
 */
export function lateModule<Module extends object>(imported: () => Promise<Module>) {
  const useLoaded = create<{ readonly module: Module | null }>(() => ({ module: null }));
  const loaded = new AbortController();
  const load = async (): Promise<Module> => {
    const module = await imported();
    useLoaded.setState({ module });
    loaded.abort();
    return module;
  };
  const onSign = (event: Event) => {
    // Browsers say so too of a pointer that rests while the page changes below it.
    const hasMoved =
      !(event instanceof MouseEvent) || event.movementX !== 0 || event.movementY !== 0;
    if (event.type !== 'pointermove' || hasMoved) load().catch(() => {});
  };
  for (const sign of signs) {
    window.addEventListener(sign, onSign, { capture: true, signal: loaded.signal });
  }
  return { load, useModule: () => useLoaded(({ module }) => module) };
}
