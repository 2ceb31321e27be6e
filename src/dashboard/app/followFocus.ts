/** So long others have to give the focus to what they want. */
const graceMs = 50;

/** Where what had the focus has gone, the page takes it: else the keyboard and screen readers begin at the top again. @returns what ends it. */
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
