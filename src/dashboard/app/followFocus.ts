/** In ms. Others may move the focus first. */
const graceMs = 50;

/**
 * Focuses the page when the focused element disappears. Otherwise keyboard and screen readers would restart at the top.
 * @returns a function that stops this.
 */
export function followFocus(): () => void {
  let last = document.activeElement;
  const note = () => {
    last = document.activeElement;
  };
  const isLost = () => last?.isConnected === false && document.activeElement === document.body;
  const lead = () => {
    if (isLost()) document.querySelector<HTMLElement>('#main')?.focus({ preventScroll: true });
  };
  const observer = new MutationObserver(() => {
    if (isLost()) setTimeout(lead, graceMs);
  });
  document.addEventListener('focusin', note);
  observer.observe(document.body, { childList: true, subtree: true });
  return () => {
    document.removeEventListener('focusin', note);
    observer.disconnect();
  };
}
