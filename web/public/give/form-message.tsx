import { MESSAGE_MAX } from '#domain/pledge.ts';
import { Framed } from '#web/parts/field.tsx';
import { useText } from '#web/text.tsx';

interface FormMessageProps {
  /** The name of the participant. */
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
    <Framed
      className="if-gift"
      id="msg"
      label={t('donation.message', { name: to })}
      optional
      error={error}
      render={(ties) => (
        <>
          <textarea
            className="input"
            name="message"
            rows={2}
            maxLength={MESSAGE_MAX}
            defaultValue={given}
            {...ties}
            aria-describedby={[ties['aria-describedby'], 'msg-count'].filter(Boolean).join(' ')}
          />
          <p className="hint num" id="msg-count">
            {count === 0
              ? t('donation.messageHint', { max: MESSAGE_MAX })
              : t('participants.messageLength', { count, max: MESSAGE_MAX })}
          </p>
        </>
      )}
    />
  );
}
