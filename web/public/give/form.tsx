import { useEffect, useRef, useState, type FormEvent } from 'react';
import type { Event } from '#contract/events.ts';
import type { FormState, Pages } from '#contract/pages.ts';
import type { Participant } from '#contract/participants.ts';
import { usualGift, type GiftLimits } from '#domain/gift-form.ts';
import { kindOf, OWN_AMOUNT, type GiveFormValues, type GiveKind } from '#domain/give-form.ts';
import { wireMoney } from '#domain/money.ts';
import { pageName } from '#domain/names.ts';
import { DEFAULT_RATE, takesPledges } from '#domain/pledge.ts';
import { unitWord } from '#locales/units.ts';
import { givePath } from '#web/parts/event-words.ts';
import { useShell, useText } from '#web/text.tsx';
import { FormErrors } from './form-errors.tsx';
import { FormGift } from './form-gift.tsx';
import { FormKind } from './form-kind.tsx';
import { FormPerson } from './form-person.tsx';
import { FormPledge } from './form-pledge.tsx';
import { toCheckMail, useSending, type SentForm } from './form-send.ts';
import { FormSubmit } from './form-submit.tsx';
import { FormSum } from './form-sum.tsx';
import { fillIn, FORM_ID, valuesOf } from './form-values.ts';

interface GiveFormProps {
  event: Event;
  participant: Participant;
  /** How much may be given at once; null: only pledges are taken here. */
  gift: Pages['give']['gift'];
  /** The form as the server sent it back, where it was sent without script. */
  state?: FormState | null;
  /** In a dialog: what follows a pledge instead of the check-mail page. */
  onSent?: (sent: SentForm) => void;
  /** In a dialog: what closes it. */
  onCancel?: () => void;
}

/**
 * Gives at once, or promises an amount per unit. Where the event takes both, radios choose, and what belongs to the
 * other kind is hidden by style alone. Without script it is an ordinary form to the give page.
 */
export function GiveForm({ event, participant, gift, state = null, onSent = toCheckMail, onCancel }: GiveFormProps) {
  const t = useText();
  const { language } = useShell();
  const form = useRef<HTMLFormElement>(null);
  const limits = gift && { min: wireMoney(gift.min), max: wireMoney(gift.max) };
  const kinds: GiveKind[] = [...(limits ? ['gift' as const] : []), ...(takesPledges(event) ? ['pledge' as const] : [])];
  // Must not follow what is typed: after a reload a browser restores only what differs from a field's first value.
  const given = withChoices(state?.values ?? {}, kinds, limits);
  const [values, setValues] = useState(given);
  const { problem, sending, send } = useSending(state, limits, onSent);
  const unit = unitWord(t, event.donation_unit_description);
  const errors = problem?.fields ?? {};

  /** The fields hold their values themselves, and so what was typed before the script came. */
  const read = () => form.current && setValues(valuesOf(form.current));

  useEffect(() => {
    if (form.current) fillIn(form.current);
    read();
  }, []);

  function noticed({ target }: FormEvent) {
    const choices = target instanceof HTMLInputElement && target.value !== '' && ownAmounts[target.name];
    const radios = choices && form.current?.elements.namedItem(choices);
    if (radios instanceof RadioNodeList) radios.value = OWN_AMOUNT;
    read();
  }

  function submitted(submit: FormEvent<HTMLFormElement>) {
    submit.preventDefault();
    void send(valuesOf(submit.currentTarget));
  }

  return (
    <form
      className="form"
      id={FORM_ID}
      method="post"
      action={givePath(participant)}
      noValidate
      ref={form}
      onInput={noticed}
      onSubmit={submitted}
    >
      {problem && <FormErrors event={event} problem={problem} values={values} />}
      <input type="hidden" name="page_id" value={pageName(participant)} />
      <input type="hidden" name="event_id" value={event.id} />
      <input type="hidden" name="participant_id" value={participant.id} />
      <input type="hidden" name="language" value={language} />
      <FormKind kinds={kinds} kind={kindOf(given)} unit={unit} />
      {limits && <FormGift limits={limits} values={given} errors={errors} />}
      {kinds.includes('pledge') && <FormPledge unit={unit} values={given} errors={errors} />}
      <FormPerson kinds={kinds} participant={participant} given={given} values={values} errors={errors} />
      {kinds.includes('pledge') && <FormSum event={event} values={values} />}
      <FormSubmit kinds={kinds} limits={limits} unit={unit} values={values} sending={sending} onCancel={onCancel} />
    </form>
  );
}

/** The fields for an own amount, and the radios that typing there chooses. */
const ownAmounts: Partial<Record<string, string>> = { own_amount: 'amount', own: 'rate' };

/** The values to begin with; a choice that nobody has made is made here. */
function withChoices(values: GiveFormValues, [first]: GiveKind[], limits: GiftLimits | null): GiveFormValues {
  const { kind = first, own_amount, own } = values;
  const amount = values.amount || (own_amount ? OWN_AMOUNT : limits ? usualGift(limits) : OWN_AMOUNT);
  const rate = values.rate || (own ? OWN_AMOUNT : DEFAULT_RATE);
  return { ...values, ...(kind && { kind }), amount, rate };
}
