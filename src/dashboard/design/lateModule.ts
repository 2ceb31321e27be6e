import { create } from 'zustand';

const signs = ['pointermove', 'pointerdown', 'keydown', 'focusin', 'click'];

/** Loads a module at the first user interaction. After a failure, the next interaction loads it. */
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
    // Browsers also fire this for a resting pointer when the page below it changes.
    const hasMoved =
      !(event instanceof MouseEvent) || event.movementX !== 0 || event.movementY !== 0;
    if (event.type !== 'pointermove' || hasMoved) load().catch(() => {});
  };
  for (const sign of signs) {
    window.addEventListener(sign, onSign, { capture: true, signal: loaded.signal });
  }
  return { load, useModule: () => useLoaded(({ module }) => module) };
}
