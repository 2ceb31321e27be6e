import type { Page } from 'playwright-core';

const pressed =
  'a[href], button, input, select, textarea, summary, [role=button], [role=radio], [role=option], [role=menuitem], [role=tab]';

/** Returns pressable elements of the current page that are smaller than a finger hits (WCAG 2.2, 2.5.8: 24 × 24), a line each. */
export function smallTargets(page: Page): Promise<string[]> {
  return page.evaluate((selector) => {
    const least = 24;
    const seen = [...document.querySelectorAll<HTMLElement>(selector)].filter((it) =>
      it.checkVisibility({ visibilityProperty: true, opacityProperty: true }),
    );
    return seen.flatMap((it) => {
      // A press on a label also presses its control, and a press on a row its link.
      const isOfRow = getComputedStyle(it, '::after').position === 'absolute';
      const whole =
        it.closest(isOfRow ? 'label, tr, [role=row], li' : 'label, .mantine-Input-wrapper') ?? it;
      const { width, height, right, bottom } = whole.getBoundingClientRect();
      const labels = it instanceof HTMLInputElement ? [...(it.labels ?? [])] : [];
      const isLarge = [whole, ...labels].some((part) => {
        const box = part.getBoundingClientRect();
        return box.width >= least - 0.5 && box.height >= least - 0.5;
      });
      // Off the screen until focused.
      const isAway = width <= 1 || height <= 1 || right <= 0 || bottom <= 0;
      // The areas of a picture are as large as their values, and its legend has the same links.
      const isPicture = it.closest('[aria-label^="Allocation as "]') !== null;
      const isInText = it.matches('p *, dd *, li *') && getComputedStyle(it).display === 'inline';
      if (isAway || isPicture || isInText || isLarge) return [];
      const name = it.getAttribute('aria-label') ?? it.textContent.slice(0, 40);
      return [
        `${it.tagName.toLowerCase()} “${name}” is ${Math.round(width)} × ${Math.round(height)}`,
      ];
    });
  }, pressed);
}
