import { useEffect, useRef, useState, type FormEvent } from 'react';
import type { FormState } from '#contract/pages.ts';
import type { Event } from '#contract/events.ts';
import type { Participant } from '#contract/participants.ts';
import { paths } from '#contract/paths.ts';
import { DEFAULT_RATE, OWN_AMOUNT } from '#domain/pledge.ts';
import type { PledgeFormValues } from '#domain/pledge-form.ts';
import { unitWord, useShell, useText } from '#web/text.tsx';
import { PledgeFormAmount } from './form-amount.tsx';
import { PledgeFormErrors } from './form-errors.tsx';
import { PledgeFormPerson } from './form-person.tsx';
import { toCheckMail, useSending, type SentForm } from './form-send.ts';
import { PledgeFormSum } from './form-sum.tsx';
import { PledgeSubmit } from './form-submit.tsx';
import { fillIn, valuesOf } from './form-values.ts';

interface PledgeFormProps {
  event: Event;
  participant: Participant;
  /** What came back when it was sent without script. */
  state?: FormState | null;
  /** In a dialog: what follows instead of the check-mail page. */
  onSent?: (sent: SentForm) => void;
  /** In a dialog: what closes it. */
  onCancel?: () => void;
}

/** Promises an amount per unit. Without script it is an ordinary form to the give page. */
export function PledgeForm({ event, participant, state = null, onSent = toCheckMail, onCancel }: PledgeFormProps) {
  const t = useText();
  const { language } = useShell();
  const form = useRef<HTMLFormElement>(null);
  // What the fields begin with stays as it was: a browser brings back what was typed only where it differs from that.
  const given: PledgeFormValues = state?.values ?? {};
  const [values, setValues] = useState(given);
  const { problem, sending, send } = useSending(state, onSent);
  const unit = unitWord(t, event.donation_unit_description);
  const errors = problem?.fields ?? {};

  /** The fields keep their own values: what was typed before the script came is there already. */
  const read = () => form.current && setValues(valuesOf(form.current));

  useEffect(() => {
    if (form.current) fillIn(form.current);
    read();
  }, []);

  function noticed({ target }: FormEvent) {
    if (target instanceof HTMLInputElement && target.name === 'own' && target.value) choose(OWN_AMOUNT);
    read();
  }

  function choose(rate: string) {
    const choices = form.current?.elements.namedItem('rate');
    if (choices instanceof RadioNodeList) choices.value = rate;
  }

  function submitted(submit: FormEvent<HTMLFormElement>) {
    submit.preventDefault();
    void send(valuesOf(submit.currentTarget));
  }

  return (
    <form
      className="form"
      id="pledge"
      method="post"
      action={paths.give(participant.payrexx_page_id ?? participant.id)}
      noValidate
      ref={form}
      onInput={noticed}
      onSubmit={submitted}
    >
      {problem && <PledgeFormErrors problem={problem} values={values} />}
      <input type="hidden" name="event_id" value={event.id} />
      <input type="hidden" name="participant_id" value={participant.id} />
      <input type="hidden" name="language" value={language} />
      <PledgeFormAmount unit={unit} rate={rateOf(given)} values={given} errors={errors} />
      <PledgeFormPerson values={given} errors={errors} />
      <PledgeFormSum event={event} values={{ ...values, rate: rateOf(values) }} />
      <PledgeSubmit unit={unit} sending={sending} onCancel={onCancel} />
    </form>
  );
}

const rateOf = ({ rate, own }: PledgeFormValues): string => rate || (own ? OWN_AMOUNT : DEFAULT_RATE);
