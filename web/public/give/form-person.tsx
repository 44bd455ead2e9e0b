import type { ReactNode } from 'react';
import type { Participant } from '#contract/participants.ts';
import type { GiveFormValues, GiveKind } from '#domain/give-form.ts';
import { Field } from '#web/parts/field.tsx';
import { useText } from '#web/text.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { FormMessage } from './form-message.tsx';

interface FormPersonProps {
  kinds: GiveKind[];
  participant: Participant;
  /** What the fields begin with. */
  given: GiveFormValues;
  /** What the fields hold now. */
  values: GiveFormValues;
  errors: Record<string, string>;
}

/** Who gives. What is typed stays when the kind changes: the fields are the same. */
export function FormPerson({ kinds, participant, given, values, errors }: FormPersonProps) {
  const t = useText();
  const { first_name: first, name } = participant;
  /** The words of each kind; the style sheet shows those of the chosen one. */
  const by = (words: Record<GiveKind, ReactNode>) =>
    kinds.map((kind) => (
      <span className={`if-${kind}`} key={kind}>
        {words[kind]}
      </span>
    ));
  const optional = by({ gift: <span className="opt">{t('site.optional')}</span>, pledge: null });
  return (
    <>
      <div className={errors.donor_name || errors.donor_email ? 'form' : 'two'}>
        <Field
          id="dn"
          name="donor_name"
          label={
            <>
              {t('donation.name')} {optional}
            </>
          }
          hint={t('donation.nameHint')}
          error={errors.donor_name}
          defaultValue={given.donor_name}
          autoComplete="name"
          autoCapitalize="words"
          spellCheck={false}
        />
        <Field
          id="de"
          name="donor_email"
          type="email"
          label={
            <>
              {t('donation.email')} {optional}
            </>
          }
          hint={by({ gift: t('donation.emailHintGift'), pledge: t('donation.emailHint') })}
          error={errors.donor_email}
          defaultValue={given.donor_email}
          autoComplete="email"
          spellCheck={false}
        />
      </div>
      {kinds.includes('gift') && (
        <FormMessage to={first || name} given={given.message} typed={values.message} error={errors.message} />
      )}
      <label className="check">
        <input type="checkbox" name="anonymous" value="true" defaultChecked={given.anonymous === 'true'} />
        <span>{t('donation.anonymous')}</span>
      </label>
      {kinds.includes('pledge') && <Address given={given} errors={errors} />}
    </>
  );
}

/** The address is folded away, unless something in it is wrong. */
function Address({ given, errors }: Pick<FormPersonProps, 'given' | 'errors'>) {
  const t = useText();
  const isOpen = Boolean(errors.donor_street ?? errors.donor_city ?? errors.donor_country);
  return (
    <details className="extra if-pledge" open={isOpen || undefined}>
      <summary>
        <span>
          {t('donation.address')} <span className="opt">{t('site.optional')}</span>
        </span>
        <Icon name="chevron" />
      </summary>
      <div>
        <Field
          id="st"
          name="donor_street"
          label={t('donation.street')}
          error={errors.donor_street}
          defaultValue={given.donor_street}
          autoComplete="address-line1"
        />
        <div className="two">
          <Field
            id="ci"
            name="donor_city"
            label={t('donation.city')}
            error={errors.donor_city}
            defaultValue={given.donor_city}
            autoComplete="address-level2"
          />
          <Field
            id="co"
            name="donor_country"
            label={t('donation.country')}
            error={errors.donor_country}
            defaultValue={given.donor_country}
            autoComplete="country-name"
          />
        </div>
      </div>
    </details>
  );
}
