/* oxlint-disable unicorn/consistent-function-scoping -- one function with all it needs goes to the browser */

/** Functions in the measured page. Times are milliseconds since it was opened. */
export interface PageClock {
  /** Time at which the count of all users appeared; null: not yet. */
  whole(): number | null;
  loaded(): { first: number; whole: number; longest: number };
  /** @param within Selects where changes count, instead of in the rows of tables. */
  begin(kind: 'keydown' | 'keyup' | 'click', within?: string): void;
  /** Time from that event to the last painted change; null: nothing changed. */
  painted(): Promise<number | null>;
  /** Scrolls so many px a frame. Returns the frame times, and the number of frames in which a visible row was missing. */
  scroll(frames: number, step: number): Promise<{ times: number[]; coming: number }>;
}

/** Starts before the page does. It is one function, because the browser receives its source text. */
export function startPageClock(): void {
  const rest = 300;
  let first: number | null = null;
  let whole: number | null = null;
  let longest = 0;
  let begun: number | null = null;
  let changed: number | null = null;

  const onPainted = (tell: (at: number) => void) =>
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel();
      port1.addEventListener('message', () => tell(performance.now()), { once: true });
      port1.start();
      port2.postMessage(null, []);
    });

  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) longest = Math.max(longest, duration);
  }).observe({ type: 'longtask', buffered: true });

  const look = () => {
    if (first === null && document.querySelector('a[data-index]') !== null) {
      first = -1;
      onPainted((at) => {
        first = at;
      });
    }
    const found = document.querySelector('output b')?.parentElement?.textContent ?? '';
    if (whole === null && /^([1-9][\d,]*) of \1$/.test(found)) {
      whole = -1;
      onPainted((at) => {
        whole = at;
      });
    }
  };
  let place: string | undefined;
  const isIn = (target: Node, selector: string) =>
    (target.parentElement?.closest(selector) ?? null) !== null;
  const counts = ({ target }: MutationRecord) =>
    place === undefined
      ? target instanceof HTMLTableSectionElement || isIn(target, 'output')
      : isIn(target, place);
  new MutationObserver((records) => {
    if (whole === null) look();
    if (!records.some(counts)) return;
    onPainted((at) => {
      changed = at;
    });
  }).observe(document, { childList: true, subtree: true, characterData: true });

  const pause = (time: number) => new Promise((resolve) => setTimeout(resolve, time));

  globalThis.pageClock = {
    whole: () => (whole === -1 ? null : whole),
    loaded: () => ({ first: first ?? Number.NaN, whole: whole ?? Number.NaN, longest }),
    begin(kind, within) {
      place = within;
      begun = null;
      changed = null;
      const onEvent = ({ timeStamp }: Event) => {
        begun = timeStamp;
      };
      addEventListener(kind, onEvent, { once: true, capture: true });
    },
    async painted() {
      await pause(rest);
      return begun === null || changed === null ? null : changed - begun;
    },
    async scroll(frames, step) {
      const times: number[] = [];
      let coming = 0;
      let before = performance.now();
      for (let frame = 0; frame < frames; frame += 1) {
        scrollBy(0, step);
        const now = await new Promise<number>(requestAnimationFrame);
        times.push(now - before);
        before = now;
        const rows = document.querySelectorAll('tbody tr[aria-rowindex][aria-hidden]');
        const isInSight = (row: Element) => {
          const { top, bottom } = row.getBoundingClientRect();
          return bottom > 76 && top < innerHeight - 32;
        };
        if (Array.from(rows).some(isInSight)) coming += 1;
      }
      return { times: times.slice(1), coming };
    },
  };
}
