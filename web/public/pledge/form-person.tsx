import type { PledgeFormValues } from '#domain/pledge-form.ts';
import { Field } from '#web/parts/field.tsx';
import { useText } from '#web/text.tsx';
import { Icon } from '#web/ui/icon.tsx';

interface PledgeFormPersonProps {
  values: PledgeFormValues;
  errors: Record<string, string>;
}

/** Who promises. */
export function PledgeFormPerson({ values, errors }: PledgeFormPersonProps) {
  const t = useText();
  return (
    <>
      <div className={errors.donor_name || errors.donor_email ? 'form' : 'two'}>
        <Field
          id="dn"
          name="donor_name"
          label={t('donation.name')}
          hint={t('donation.nameHint')}
          error={errors.donor_name}
          defaultValue={values.donor_name}
          autoComplete="name"
          spellCheck={false}
        />
        <Field
          id="de"
          name="donor_email"
          type="email"
          label={t('donation.email')}
          hint={t('donation.emailHint')}
          error={errors.donor_email}
          defaultValue={values.donor_email}
          autoComplete="email"
          spellCheck={false}
        />
      </div>
      <label className="check">
        <input type="checkbox" name="anonymous" value="true" defaultChecked={values.anonymous === 'true'} />
        <span>{t('donation.anonymous')}</span>
      </label>
      <Address values={values} errors={errors} />
    </>
  );
}

/** Folded away, unless there is something in it that must be seen. */
function Address({ values, errors }: PledgeFormPersonProps) {
  const t = useText();
  const isOpen = Boolean(errors.donor_street ?? errors.donor_city ?? errors.donor_country);
  return (
    <details className="extra" open={isOpen || undefined}>
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
          defaultValue={values.donor_street}
          autoComplete="street-address"
        />
        <div className="two">
          <Field
            id="ci"
            name="donor_city"
            label={t('donation.city')}
            error={errors.donor_city}
            defaultValue={values.donor_city}
            autoComplete="address-level2"
          />
          <Field
            id="co"
            name="donor_country"
            label={t('donation.country')}
            error={errors.donor_country}
            defaultValue={values.donor_country}
            autoComplete="country-name"
          />
        </div>
      </div>
    </details>
  );
}
