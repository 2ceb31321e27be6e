const intervalMs = 16;
const maxLooks = 60;

/** Leads to the first field that is marked as wrong, once it is: marks of an answer are drawn a moment after it. */
export function focusFirstFault(form: HTMLElement | undefined, looks = maxLooks): void {
  setTimeout(() => {
    const field = form?.querySelector<HTMLElement>('[aria-invalid="true"]');
    if (field != null) field.focus();
    else if (looks > 1) focusFirstFault(form, looks - 1);
  }, intervalMs);
}

/** For a form that comes later than its dialog, which then has given the focus to its own button. */
export function focusFirstField(form: HTMLFormElement | null): void {
  form?.querySelector('input')?.focus();
}
