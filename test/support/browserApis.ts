/** Adds the browser APIs that jsdom lacks, as small as the pages need them. */
export function provideBrowserApis(): void {
  provide(window, { matchMedia: mediaThatNeverMatches });
  provide(globalThis, { ResizeObserver: ObserverOfNothing });
  // jsdom draws nothing, so text has no width.
  provide(HTMLCanvasElement.prototype, { getContext: () => null });
  provide(globalThis, { IntersectionObserver: ObserverInSight });
  provide(Element.prototype, { setPointerCapture: nothing, scrollIntoView: nothing });
  // jsdom's own version only reports that it is not implemented.
  window.scrollTo = nothing;
}

function provide(target: object, missing: Record<string, unknown>): void {
  for (const [name, value] of Object.entries(missing)) {
    if (Reflect.get(target, name) !== undefined) continue;
    Object.defineProperty(target, name, { value, writable: true, configurable: true });
  }
}

function nothing(): void {}

function mediaThatNeverMatches(media: string) {
  return Object.assign(new EventTarget(), { media, matches: false });
}

class ObserverOfNothing {
  readonly observe = nothing;
  readonly unobserve = nothing;
  readonly disconnect = nothing;
}

/** jsdom has no layout, so everything is visible. */
class ObserverInSight extends ObserverOfNothing {
  override readonly observe: () => void;

  constructor(tell: (entries: readonly { readonly isIntersecting: boolean }[]) => void) {
    super();
    this.observe = () => tell([{ isIntersecting: true }]);
  }
}
