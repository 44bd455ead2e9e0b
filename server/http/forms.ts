import { createHash } from 'node:crypto';
import { paths } from '#contract/paths.ts';
import type { AllRoutes } from '#contract/routes.ts';
import { kindOf } from '#domain/give-form.ts';
import { giftBody } from '#domain/gift-form.ts';
import { pledgeBody } from '#domain/pledge-form.ts';
import { isBlank } from '#domain/text.ts';
import { fail, Failure, Repeated } from '#server/failure.ts';
import type { Perform } from './bind.ts';
import type { Caller } from './handler.ts';

/** What a browser sends of a form; every field is text. */
export type Form = Record<string, string>;
type Params = Record<string, string>;

/** A form sent without script stands for a call: the same validation, limits and origin rule. */
interface FormRoute {
  call: keyof AllRoutes;
  /** Sent twice within a window, it is one: its key is everything that was typed, where that says who typed it. */
  repeatable?: true;
  params(page: Params, form: Form): Params;
  body(form: Form, page: Params): unknown;
  /** Where the browser goes when it worked. */
  next(page: Params, reply: Record<string, unknown>): string;
}

const byButton = () => ({ by: 'button' });
const tokenOf = ({ token = '' }: Params) => ({ token });

/** By the address of the page that holds the form, which may stand for several calls. */
export const formRoutes: Record<string, FormRoute | ((form: Form) => FormRoute)> = {
  [paths.give(':page')]: (form) => (kindOf(form) === 'gift' ? giftForm : pledgeForm),
  [paths.pledgeSent(':receipt')]: {
    call: 'POST /api/donations/{id}/resend',
    params: (_page, { id = '' }) => ({ id }),
    body: (_form, { receipt }) => ({ receipt }),
    next: ({ receipt = '' }) => paths.pledgeSent(receipt),
  },
  [paths.pledgeResult('confirm', ':token')]: {
    call: 'POST /api/donations/confirm/{token}',
    params: tokenOf,
    body: byButton,
    next: ({ token = '' }) => paths.pledgeResult('confirm', token),
  },
  [paths.pledgeResult('cancel', ':token')]: {
    call: 'POST /api/donations/cancel/{token}',
    params: tokenOf,
    body: byButton,
    next: ({ token = '' }) => paths.pledgeResult('cancel', token),
  },
};

const pledgeForm: FormRoute = {
  call: 'POST /api/donations',
  repeatable: true,
  params: () => ({}),
  body: pledgeBody,
  next: (_page, reply) => paths.pledgeSent(String(reply.receipt)),
};

const giftForm: FormRoute = {
  call: 'POST /api/gifts',
  repeatable: true,
  params: () => ({}),
  body: giftBody,
  next: (_page, reply) => String(reply.link),
};

/** Where the browser goes next, or why it stays. */
export async function submit(
  perform: Perform,
  route: FormRoute,
  page: Params,
  form: Form,
  caller: Caller,
): Promise<string | Failure> {
  const outcome = await perform(route.call, {
    params: route.params(page, form),
    query: {},
    body: route.body(form, page),
    caller,
    key: route.repeatable && isSigned(form) ? formKey(form) : null,
  });
  if (outcome instanceof Failure) return outcome;
  return route.next(page, (outcome instanceof Repeated ? outcome.reply : outcome) as Record<string, unknown>);
}

/** Two people who choose the same and say nothing of themselves send the same form, and neither means the other's. */
function isSigned({ donor_name = '', donor_email = '' }: Form): boolean {
  return !isBlank(donor_name) || !isBlank(donor_email);
}

const WINDOW_MS = 600_000;

function formKey(form: Form): string {
  const window = Math.floor(Date.now() / WINDOW_MS);
  return createHash('sha256')
    .update(JSON.stringify([window, Object.entries(form).toSorted(([a], [b]) => (a < b ? -1 : 1))]))
    .digest('base64url');
}

/** `application/x-www-form-urlencoded`; a field that comes twice, or that is no UTF-8, means nothing we know. */
export function readForm(text: string | null): Form | Failure<'malformed'> {
  if (text === null || !isEncoded(text)) return fail('malformed');
  const fields = [...new URLSearchParams(text)];
  const form = new Map(fields);
  return form.size === fields.length ? Object.fromEntries(form) : fail('malformed');
}

/** `URLSearchParams` puts a sign of its own in place of what it cannot read. */
function isEncoded(text: string): boolean {
  try {
    return decodeURIComponent(text).isWellFormed();
  } catch {
    return false;
  }
}
