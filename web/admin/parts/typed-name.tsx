import { ApiError } from '#web/api.ts';
import type { Translate } from '#locales/messages.ts';
import { useText } from '#web/text.tsx';
import { TextField, type Values } from './form.tsx';

/** What cannot be undone wants the name typed. */
export function TypedName({ name }: { name: string }) {
  const text = useText();
  return <TextField name="confirmation" label={text('admin.typeName', { name })} spellCheck="false" />;
}

/** Throws what a form says when it is not the name that was typed there. */
export function checkTyped(text: Translate, name: string, { confirmation = '' }: Values): void {
  if (confirmation.trim() === name.trim()) return;
  throw new ApiError(0, '', { code: 'invalid', fields: { confirmation: text('admin.typeName', { name }) } });
}
