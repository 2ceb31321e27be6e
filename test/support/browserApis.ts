/** Gives jsdom what browsers have and it does not, as small as the pages need it. */
export function provideBrowserApis(): void {
  provide(window, { matchMedia: mediaThatNeverMatches });
  provide(globalThis, { ResizeObserver: ObserverOfNothing });
  // Nothing is drawn, so text has no width of its own.
  provide(HTMLCanvasElement.prototype, { getContext: () => null });
  provide(globalThis, { IntersectionObserver: ObserverInSight });
  provide(Element.prototype, { setPointerCapture: nothing, scrollIntoView: nothing });
  // jsdom has it, to say that it is not there.
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

/** Nothing is laid out, so everything is in sight. */
class ObserverInSight extends ObserverOfNothing {
  override readonly observe: () => void;

  constructor(tell: (entries: readonly { readonly isIntersecting: boolean }[]) => void) {
    super();
    this.observe = () => tell([{ isIntersecting: true }]);
  }
}
