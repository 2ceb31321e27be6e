import type { Page } from 'playwright-core';

export async function sheetsOf(page: Page, format: 'A4' | 'Letter'): Promise<number> {
  const pdf = await page.pdf({ format, printBackground: true });
  return pdf.toString('latin1').match(/\/Type\s*\/Page\b/g)?.length ?? 0;
}

/** Returns the controls on the paper, which can only be pressed, typed or chosen. */
export function controlsOnPaper(): string[] {
  const controls = document.querySelectorAll(
    'button:not(th button, [data-figure]), input, select, textarea, nav, [role=radiogroup], header:has(nav), dialog',
  );
  return [...controls]
    .filter((it) => it.checkVisibility())
    .map((it) => `${it.tagName} ${it.getAttribute('aria-label') ?? it.textContent}`);
}
