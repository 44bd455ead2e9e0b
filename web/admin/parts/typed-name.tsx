import { ApiError } from '#web/api.ts';
import type { Translate } from '#locales/messages.ts';
import { useText } from '#web/text.tsx';
import { TextField, type Values } from './form.tsx';

/** What cannot be undone wants the name typed. */
export function TypedName({ name }: { name: string }) {
  const text = useText();
  return <TextField name="confirmation" label={text('admin.typeName', { name })} spellCheck="false" />;
}

/** What is wrong with what was typed there; null when it is the name. */
export function notTyped(text: Translate, name: string, { confirmation = '' }: Values): ApiError | null {
  if (confirmation.trim() === name.trim()) return null;
  return new ApiError(0, '', { code: 'invalid', fields: { confirmation: text('admin.typeName', { name }) } });
}
