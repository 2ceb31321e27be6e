/** Brings a row of a table into sight, where it is not. */
export function scrollIntoSight(body: HTMLElement | null, index: number): void {
  body
    ?.querySelector<HTMLElement>(`[data-index="${index}"]`)
    ?.closest('tr')
    ?.scrollIntoView({ block: 'nearest' });
}
