import type { GiveKind } from '#domain/give-form.ts';
import { useText } from '#web/text.tsx';

interface FormKindProps {
  kinds: GiveKind[];
  kind: GiveKind;
  /** In the visitor's language. */
  unit: string;
}

/** The choice between a gift and a pledge: radios that look like tabs. */
export function FormKind({ kinds, kind, unit }: FormKindProps) {
  const t = useText();
  if (kinds.length < 2) return <input type="hidden" name="kind" value={kinds[0]} />;
  const words = {
    gift: { id: 'kg', name: t('donation.kindGift'), how: t('donation.kindGiftHow') },
    pledge: { id: 'kp', name: t('donation.perUnitLabel', { unit }), how: t('donation.kindPledgeHow') },
  };
  return (
    <fieldset>
      <legend className="vh">{t('donation.kind')}</legend>
      <div className="kind">
        {kinds.map((one) => (
          <label key={one}>
            <input type="radio" name="kind" id={words[one].id} value={one} defaultChecked={one === kind} />
            <b>{words[one].name}</b> <small>{words[one].how}</small>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
