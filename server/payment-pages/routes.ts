import type { paymentPages } from '#contract/payment-pages.ts';
import { formatCount } from '#domain/money.ts';
import { translator } from '#locales/messages.ts';
import { Failure } from '#server/failure.ts';
import type { Handlers } from '#server/http/handler.ts';
import {
  createMissingPages,
  createPaymentPage,
  donationAmount,
  donationAmounts,
  mailPageLink,
  pageLink,
  totalDonations,
} from './actions.ts';

const said = { page_created: 'page.created', page_recreated: 'page.recreated', page_exists: 'page.exists' } as const;

export const paymentPageRoutes: Handlers<typeof paymentPages> = {
  'POST /api/payrexx/create-payment-page': async (ctx, { body, caller }) => {
    const made = await createPaymentPage(ctx, caller.staff, body.participantId, body.forceRecreate);
    if (made instanceof Failure) return made;
    const { code, name, page } = made;
    const message = translator(caller.language)(said[code], { name });
    return { link: pageLink(ctx, page), message, code, payrexx_page_id: page.public_id };
  },
  'POST /api/payrexx/resend-email': async (ctx, { body, caller }) => {
    const mailed = await mailPageLink(ctx, caller.staff, body.participantId);
    return mailed instanceof Failure ? mailed : { message: translator(caller.language)('page.mailed') };
  },
  'POST /api/payrexx/sync-event-payment-pages/{eventId}': async (ctx, { params, caller }) => {
    const made = await createMissingPages(ctx, caller.staff, params.eventId);
    if (made instanceof Failure) return made;
    const t = translator(caller.language);
    const { created } = made;
    return {
      ...made,
      message: created ? t('page.allMade', { created, shown: formatCount(created) }) : t('page.allThere'),
    };
  },
  'GET /api/payrexx/total-donations/{eventId}': (ctx, { params }) => totalDonations(ctx, params.eventId),
  'GET /api/payrexx/donation-amount/{pageId}': (ctx, { params }) => donationAmount(ctx, params.pageId),
  'GET /api/payrexx/donation-amounts/{eventId}': (ctx, { params, query }) =>
    donationAmounts(ctx, params.eventId, query),
};
