import { MESSAGE_MAX } from '#domain/pledge.ts';
import { useText } from '#web/text.tsx';

interface FormMessageProps {
  /** Whom it is for. */
  to: string;
  given: string | undefined;
  typed: string | undefined;
  error: string | undefined;
}

/** A few words with a gift, counted while they are typed. */
export function FormMessage({ to, given, typed, error }: FormMessageProps) {
  const t = useText();
  const count = [...(typed ?? '')].length;
  return (
    <div className={`field if-gift${error ? ' field-bad' : ''}`}>
      <label htmlFor="msg">
        {t('donation.message', { name: to })} <span className="opt">{t('site.optional')}</span>
      </label>
      {error && (
        <p className="err" id="msg-error">
          {error}
        </p>
      )}
      <textarea
        className="input"
        id="msg"
        name="message"
        rows={2}
        maxLength={MESSAGE_MAX}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? 'msg-error msg-hint' : 'msg-hint'}
        defaultValue={given}
      />
      <p className="hint num" id="msg-hint">
        {count === 0
          ? t('donation.messageHint', { max: MESSAGE_MAX })
          : t('participants.messageLength', { count, max: MESSAGE_MAX })}
      </p>
    </div>
  );
}
