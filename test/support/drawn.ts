/** Returns whether every chart has its lines, which come with a separate chunk, after everything else. */
export function everyLineIsDrawn(): boolean {
  const charts = [...document.querySelectorAll('[role=application]')];
  return charts.every((chart) => chart.querySelector('path.recharts-curve') !== null);
}

/** Returns buttons and links in which the space between two texts is written but not visible. */
export function joinedWords(): string[] {
  // oxlint-disable-next-line unicorn/consistent-function-scoping -- one function goes to the browser
  const place = (text: Node, at: number) => {
    const range = document.createRange();
    range.setStart(text, at);
    range.setEnd(text, at + 1);
    return range.getBoundingClientRect();
  };
  const isJoined = (control: Element) => {
    const walker = document.createTreeWalker(control, NodeFilter.SHOW_TEXT);
    let end: DOMRect | null = null;
    let isApart = false;
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      const text = node.nodeValue ?? '';
      isApart ||= /^\s/.test(text);
      if (text.trim() === '') continue;
      const start = place(node, text.search(/\S/));
      const isBeside = end !== null && start.width > 0 && start.top === end.top;
      if (isApart && isBeside && end !== null && start.left - end.right < 1) return true;
      end = place(node, text.trimEnd().length - 1);
      isApart = /\s$/.test(text);
    }
    return false;
  };
  return [...document.querySelectorAll('main :is(a, button)')]
    .filter(isJoined)
    .map(({ textContent }) => textContent);
}
