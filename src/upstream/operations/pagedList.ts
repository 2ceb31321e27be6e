/** Milliseconds for which the pages of a list come from the same data. */
const maxAge = 5 * 60_000;

/** Serves all pages of a list from one set of data, so that a client that follows them gets every row once. */
export function createPagedList<List>(read: () => Promise<List>, clock: () => number) {
  let last: { readonly list: Promise<List>; readonly readAt: number } | null = null;
  let timer: NodeJS.Timeout | undefined;

  function readAnew(): Promise<List> {
    const list = read();
    const own = { list, readAt: clock() };
    const forget = () => {
      if (last === own) last = null;
    };
    last = own;
    list.catch(forget);
    clearTimeout(timer);
    timer = setTimeout(forget, maxAge).unref();
    return list;
  }

  return {
    first: readAnew,
    /** @param changedAt older lists are out of date. */
    next(changedAt: number): Promise<List> {
      const isCurrent = last !== null && last.readAt > changedAt && clock() - last.readAt <= maxAge;
      return isCurrent && last !== null ? last.list : readAnew();
    },
  };
}
