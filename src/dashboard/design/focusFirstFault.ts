const intervalMs = 16;
const maxLooks = 60;

export function focusFirstFault(form: HTMLElement | undefined, looks = maxLooks): void {
  setTimeout(() => {
    const field = form?.querySelector<HTMLElement>('[aria-invalid="true"]');
    if (field != null) field.focus();
    else if (looks > 1) focusFirstFault(form, looks - 1);
  }, intervalMs);
}

export function focusFirstField(form: HTMLFormElement | null): void {
  form?.querySelector('input')?.focus();
}
