import {
  createContext,
  use,
  useLayoutEffect,
  useRef,
  useState,
  type ComponentProps,
  type ReactNode,
  type SubmitEvent,
} from 'react';
import { paths } from '#contract/paths.ts';
import { ApiError } from '#web/api.ts';
import { ErrorSummary } from '#web/parts/error-summary.tsx';
import { Field, Framed, type FieldProps, type FramedProps, type Ties } from '#web/parts/field.tsx';
import { MoneyField } from '#web/parts/money-field.tsx';
import { useText } from '#web/text.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { sentBy } from '#web/ui/fields.ts';
import { useIsAdmin } from '#web/admin/staff.ts';

/** What was typed, by the names of the call's fields; a box that is not ticked is `''`. */
export type Values = Record<string, string>;

/** What is wrong, by field. */
const Faults = createContext<Record<string, string>>({});

export interface FormProps {
  /**
   * Throws an `ApiError` when it was not taken. `changes`: what the form did not begin with. Of something that exists
   * nothing else is sent: it would undo what others, or timing, brought meanwhile.
   */
  send: (values: Values, changes: Values) => Promise<unknown>;
  /** The words on the button that sends. */
  act: string;
  /** The words on the button that gives it up, where those of all dialogs would say the same as the act. */
  back?: string;
  /** The title above the reason when the server did not take it. */
  failed?: string;
  tone?: 'plain' | 'bad';
  /** After the server took it, and when the reader gives up. */
  onClose: () => void;
  children: ReactNode;
}

/**
 * The server knows the rules; the form says what it says, above and beside the fields, and keeps what was typed. Who
 * may change nothing reads what is set.
 */
export function Form({ send, act, back, failed, tone = 'plain', onClose, children }: FormProps) {
  const text = useText();
  const isAdmin = useIsAdmin();
  const form = useRef<HTMLFormElement>(null);
  const began = useRef<Values>({});
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);

  useLayoutEffect(() => {
    if (form.current) began.current = valuesOf(form.current);
  }, []);

  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (busy) return;
    const sent = event.currentTarget;
    setBusy(true);
    try {
      const values = valuesOf(sent);
      await send(values, changed(began.current, values));
      onClose();
    } catch (failure) {
      if (!(failure instanceof ApiError)) throw failure;
      setProblem({ failure, faults: faultsOf(sent, failure.fields) });
    } finally {
      setBusy(false);
    }
  };
  return (
    <Faults value={problem?.failure.fields ?? {}}>
      <form ref={form} method="post" noValidate onSubmit={(event) => void submit(event)}>
        <fieldset className="dlg-body" disabled={!isAdmin}>
          {problem && <Refusal {...problem} title={failed ?? text('admin.notSaved')} />}
          {children}
        </fieldset>
        <div className="dlg-foot btns">
          {isAdmin && (
            <button className={tone === 'bad' ? 'btn btn-bad' : 'btn'} type="submit" aria-disabled={busy}>
              {busy && <span className="spin" aria-hidden="true" />}
              {busy ? text('donation.sending') : act}
            </button>
          )}
          <button className="btn btn-line" type="button" onClick={onClose}>
            {isAdmin ? (back ?? text('admin.cancel')) : text('site.close')}
          </button>
        </div>
      </form>
    </Faults>
  );
}

interface Problem {
  failure: ApiError;
  /** What is wrong with which field, for the summary. */
  faults: { id: string; text: string }[];
}

function Refusal({ failure, faults, title }: Problem & { title: string }) {
  const text = useText();
  if (failure.code === 'signed_out') return <SessionOver failure={failure} />;
  if (faults.length > 0) {
    return <ErrorSummary title={text('donation.checkFields', { count: faults.length })} faults={faults} of={failure} />;
  }
  return (
    <ErrorSummary title={title} faults={[]} of={failure}>
      <p>{failure.text ?? text('error.unreachable')}</p>
    </ErrorSummary>
  );
}

/** In the order of the form; of several each says of which field it speaks. */
function faultsOf(form: HTMLFormElement, fields: Record<string, string>): Problem['faults'] {
  const controls = [...form.querySelectorAll<HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement>('[id][name]')];
  const faults = Object.entries(fields).map(([id, text]) => {
    const place = controls.findIndex((control) => control.id === id);
    // Behind its own words a label says that the field is optional.
    return { id, text, place, label: controls[place]?.labels?.[0]?.firstChild?.textContent };
  });
  return faults
    .toSorted((a, b) => a.place - b.place)
    .map(({ id, text, label }) => ({ id, text: faults.length > 1 && label ? `${label}: ${text}` : text }));
}

/** What was typed stays while they sign in beside it. */
function SessionOver({ failure }: Pick<Problem, 'failure'>) {
  const text = useText();
  return (
    <ErrorSummary title={text('admin.sessionOver')} faults={[]} of={failure}>
      <p>{text('admin.sessionOverInForm')}</p>
      <div className="btns">
        <a
          className="btn btn-line"
          href={`${paths.signIn}?${new URLSearchParams({ return_to: paths.admin })}`}
          target="_blank"
          rel="noopener"
        >
          {text('site.signIn')} <Icon name="out" />
        </a>
      </div>
    </ErrorSummary>
  );
}

function valuesOf(form: HTMLFormElement): Values {
  const boxes = [...form.querySelectorAll<HTMLInputElement>('input[type=checkbox]')].map(({ name }) => [name, '']);
  return Object.fromEntries([...boxes, ...sentBy(form)]) as Values;
}

function changed(before: Values, values: Values): Values {
  return Object.fromEntries(Object.entries(values).filter(([name, value]) => value !== before[name]));
}

/** The id of a field is its name: that is where the summary leads. */
type Named<Props> = Omit<Props, 'id' | 'error'> & { name: string };

export function TextField({ name, ...props }: Named<FieldProps>) {
  return <Field id={name} name={name} error={use(Faults)[name]} autoComplete="off" {...props} />;
}

export function AmountField({ name, ...props }: Named<ComponentProps<typeof MoneyField>>) {
  return <MoneyField id={name} name={name} error={use(Faults)[name]} {...props} />;
}

interface FramedFieldProps extends Named<Omit<FramedProps, 'render'>> {
  render: (ties: Ties & { name: string }) => ReactNode;
}

/** As a field, around another control than an input. */
export function FramedField({ name, render, ...framed }: FramedFieldProps) {
  return <Framed id={name} error={use(Faults)[name]} render={(ties) => render({ name, ...ties })} {...framed} />;
}

interface SelectFieldProps extends Omit<FramedFieldProps, 'render'> {
  value: string;
  options: { value: string; name: string }[];
}

export function SelectField({ value, options, ...framed }: SelectFieldProps) {
  return (
    <FramedField
      {...framed}
      render={(ties) => (
        <select className="input" defaultValue={value} {...ties}>
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.name}
            </option>
          ))}
        </select>
      )}
    />
  );
}

interface CheckFieldProps {
  name: string;
  label: string;
  hint?: string;
  checked: boolean;
}

export function CheckField({ name, label, hint, checked }: CheckFieldProps) {
  return (
    <label className="check">
      <input type="checkbox" id={name} name={name} value="true" defaultChecked={checked} />
      <span>
        {label}
        {hint && <span className="hint"> {hint}</span>}
      </span>
    </label>
  );
}
