/** Leads to the first field that is marked as wrong, a moment later: marks of an answer are drawn after it. */
export function focusFirstFault(form: HTMLElement): void {
  setTimeout(() => {
    form.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  });
}
