/** Copies a text; on plain http too, where browsers offer no clipboard. False when it cannot. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copySelected(text);
  }
}

function copySelected(text: string): boolean {
  const focused = document.activeElement as HTMLElement | null;
  const field = Object.assign(document.createElement('textarea'), { value: text, className: 'vh' });
  // Beside the focused element, which may be in an open dialog: nothing outside of one can be selected.
  (focused?.parentElement ?? document.body).append(field);
  field.select();
  const copied = document.execCommand('copy');
  field.remove();
  focused?.focus();
  return copied;
}
