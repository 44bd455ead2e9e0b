/** A field of a form, as the form sends it: nothing of a box that is not ticked. */
export type Sent = [name: string, value: string];

export function sentBy(form: HTMLFormElement): Sent[] {
  return [...new FormData(form)].filter((field): field is Sent => typeof field[1] === 'string');
}

/** Gives fields the values that a form sent. Hidden fields belong to the page and stay as they are. */
export function fill(form: HTMLFormElement, fields: Sent[]): void {
  for (const [name, value] of fields) {
    const field = form.elements.namedItem(name);
    if (field instanceof RadioNodeList || field instanceof HTMLTextAreaElement) field.value = value;
    else if (!(field instanceof HTMLInputElement) || field.type === 'hidden') continue;
    else if (field.type === 'checkbox') field.checked = field.value === value;
    else field.value = value;
  }
}
