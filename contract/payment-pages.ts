import { z } from 'zod';
import { PageId } from './gifts.ts';
import { listOrPage, PartQuery } from './paging.ts';
import { BodyId, Flag, Id } from './shapes.ts';
import type { Routes } from './treaty.ts';

/** An amount as old clients read it. */
const amount = {
  donatedAmount: z.int().describe('in rappen'),
  formattedAmount: z.string().describe('as people read it, `CHF 1’234.50`'),
  currency: z.literal('CHF'),
};

const participant = { participantId: BodyId.describe('the id, as digits or as a number') };
const forStaff = { access: 'admin', alsoError: true } as const;

export const paymentPages = {
  'POST /api/payrexx/create-payment-page': {
    ...forStaff,
    does: 'Makes the payment page of a participant; with forceRecreate a new one, to which the old link leads',
    shown: true,
    body: z.object({ ...participant, forceRecreate: Flag.optional().default(false) }),
    reply: z.object({
      link: z.string(),
      message: z.string(),
      code: z.enum(['page_created', 'page_recreated', 'page_exists']),
      payrexx_page_id: z.string(),
    }),
    failures: { unknown_participant: 404, participant_withdrawn: 409, no_instance: 409 },
  },
  'POST /api/payrexx/resend-email': {
    ...forStaff,
    does: 'Mails a participant the link to his payment page',
    body: z.object(participant),
    reply: z.object({ message: z.string() }),
    failures: {
      unknown_participant: 404,
      participant_withdrawn: 409,
      no_instance: 409,
      no_page: 409,
      participant_without_email: 409,
    },
  },
  'POST /api/payrexx/sync-event-payment-pages/{eventId}': {
    ...forStaff,
    does: 'Makes the payment pages that are missing on the list of an event',
    shown: true,
    params: z.object({ eventId: Id }),
    reply: z.object({ created: z.int(), message: z.string() }),
    failures: { unknown_event: 404, no_instance: 409 },
  },
  'GET /api/payrexx/total-donations/{eventId}': {
    does: 'What was given to all participants of an event',
    access: 'anyone',
    alsoError: true,
    stored: 'briefly',
    params: z.object({ eventId: Id }),
    reply: z.object({ ...amount, amountInMainUnit: z.number().describe('in francs') }),
    failures: { unknown_event: 404 },
  },
  'GET /api/payrexx/donation-amount/{pageId}': {
    does: 'What was given on a payment page, by any name it ever had',
    access: 'anyone',
    alsoError: true,
    stored: 'briefly',
    params: z.object({ pageId: PageId }),
    reply: z.object(amount),
    failures: { unknown_page: 404 },
  },
  'GET /api/payrexx/donation-amounts/{eventId}': {
    does: 'What was given to each participant of an event who has a payment page or was given something',
    access: 'anyone',
    alsoError: true,
    stored: 'briefly',
    params: z.object({ eventId: Id }),
    query: PartQuery,
    reply: listOrPage(z.object({ participant_id: z.int(), payrexx_page_id: z.string().nullable(), ...amount })),
    failures: { unknown_event: 404 },
  },
} satisfies Routes;
