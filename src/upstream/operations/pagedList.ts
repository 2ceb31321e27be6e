/** A list is read again for a page that is requested so long after the first one, in milliseconds. */
const maxAge = 5 * 60_000;

/** Reads a list once for all of its pages: whoever follows them gets every row of one reading. */
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
    /** @param changedAt a list that was read before is out of date. */
    next(changedAt: number): Promise<List> {
      const isCurrent = last !== null && last.readAt > changedAt && clock() - last.readAt <= maxAge;
      return isCurrent && last !== null ? last.list : readAnew();
    },
  };
}
