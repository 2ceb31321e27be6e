/** An element of a drawing, with its attributes and its text. */
export function make(
  name: string,
  attributes: Readonly<Record<string, string | number | undefined>>,
  text = '',
): Element {
  const element = document.createElementNS('http://www.w3.org/2000/svg', name);
  for (const [key, value] of Object.entries(attributes)) {
    if (value !== undefined) element.setAttribute(key, String(value));
  }
  element.textContent = text;
  return element;
}
