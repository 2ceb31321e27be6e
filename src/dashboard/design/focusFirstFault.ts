const intervalMs = 16;
const maxTries = 60;

export function focusFirstFault(form: HTMLElement | undefined, tries = maxTries): void {
  setTimeout(() => {
    const field = form?.querySelector<HTMLElement>('[aria-invalid="true"]');
    if (field != null) field.focus();
    else if (tries > 1) focusFirstFault(form, tries - 1);
  }, intervalMs);
}

export function focusFirstField(form: HTMLFormElement | null): void {
  form?.querySelector('input')?.focus();
}
