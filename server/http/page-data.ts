import type { Event } from '#contract/events.ts';
import type { EventCard, PageName, Pages } from '#contract/pages.ts';
import { adminTabs, returns, legalPages, paths, type AdminTab, type Return, type LegalPage } from '#contract/paths.ts';
import { swissDay } from '#domain/dates.ts';
import { plainMoney } from '#domain/money.ts';
import { sessionsOf } from '#server/auth/actions.ts';
import { isStaff, type Context } from '#server/context.ts';
import { allEvents, eventCards } from '#server/events/actions.ts';
import { Failure } from '#server/failure.ts';
import { giftForHolder } from '#server/gifts/actions.ts';
import { NOTICE_DAYS } from '#server/payments/notices.ts';
import { pledgeByReceipt, pledgeByToken } from '#server/pledges/actions.ts';
import { linksValidUntil } from '#server/pledges/present.ts';
import { cardPlace, givePlace } from '#server/payment-pages/actions.ts';
import { apiGroups } from './api-docs.ts';
import { sharedHome, sharedPerson } from './files/share.ts';
import type { Caller } from './handler.ts';
import type { HeadFacts } from './head.ts';
import { eventPage, knownChoice, participants } from './list-page.ts';
import { isWithoutSums, loaded, only } from './loaded.ts';

export interface Visit {
  params: Record<string, string>;
  query: URLSearchParams;
  caller: Caller;
  /** A form that was sent without script and came back. */
  form: Pages['give']['form'];
  /** Is an error the absence of something we cannot do without, rather than a fault of ours? */
  isAway: (error: unknown) => boolean;
}

export type Found<P extends PageName = PageName> = {
  /** `partial`: something was left out without a word in the props. */
  [K in P]: { page: K; props: Pages[K]; status?: number; partial?: boolean } & HeadFacts;
}[P];
export interface Redirect {
  to: string;
}

export interface PageRoute {
  /** The parameters that make another page of it, validated; all others are ignored. */
  known?(query: URLSearchParams): URLSearchParams;
  /** Public and the same for everybody: its bytes are kept. */
  stored?: true;
  /** The address is itself a permission: never kept, no referrer. */
  secret?: true;
  /** It acts as soon as it is open: a browser that only guesses does not get it. */
  acts?: true;
  find(ctx: Context, visit: Visit): Promise<Found | Redirect | null>;
}

/** The whole site: address → its data. */
export const pageRoutes: Record<string, PageRoute> = {
  [paths.home]: { stored: true, find: home },
  [paths.participants]: { stored: true, known: knownChoice, find: participants },
  [paths.event(':slug')]: { stored: true, known: knownChoice, find: eventPage },
  [paths.give(':page')]: { stored: true, find: give },
  [paths.card(':page')]: { stored: true, find: card },
  [paths.gift(':id')]: { secret: true, known: knownReturn, find: gift },
  [paths.pledgeSent(':receipt')]: { secret: true, find: pledgeSent },
  [paths.pledgeResult('confirm', ':token')]: { secret: true, find: pledgeResult('confirm') },
  [paths.pledgeResult('cancel', ':token')]: { secret: true, find: pledgeResult('cancel') },
  [paths.callback]: {
    secret: true,
    acts: true,
    find: async () => ({ page: 'callback', props: { return_to: paths.admin } }),
  },
  ...Object.fromEntries(adminTabs.map((tab) => [paths.adminTab(tab), { find: admin(tab) }])),
  [paths.profile]: { find: profile },
  [paths.apiDocs]: { stored: true, find: apiDocs },
  ...Object.fromEntries(legalPages.map((page) => [paths.legal(page), { stored: true, find: legal(page) }])),
};

const FEATURED = 6;

async function home(ctx: Context, visit: Visit): Promise<Found> {
  const cards = await loaded(ctx, visit, 'home.eventsError', async () => eventCards(ctx, await allEvents(ctx)));
  const today = swissDay(ctx.clock());
  const isUpcoming = (event: EventCard) => (event.event_date ? event.event_date >= today : event.is_active);
  return {
    page: 'home',
    props: {
      featured: only(cards, (events) => events.filter((event) => event.is_active).slice(0, FEATURED)),
      upcoming: only(cards, (events) => events.filter(isUpcoming)),
    },
    partial: 'data' in cards && cards.data.some(isWithoutSums),
    canonical: paths.home,
    indexable: true,
    shared: sharedHome,
  };
}

async function give(ctx: Context, { params, form }: Visit): Promise<Found | Redirect | null> {
  const place = await givePlace(ctx, params.page ?? '');
  if (!place) return null;
  const { event, participant, named, address } = place;
  if (place.isOld) return { to: paths.give(address) };
  return {
    page: 'give',
    props: { event, participant, gift: giftLimits(ctx, event), form },
    canonical: paths.give(address),
    indexable: event.indexable === 'true' && named && participant.status === 'registered',
    shared: sharedPerson(event, participant, named),
  };
}

function giftLimits({ config: { gifts } }: Context, { takes_gifts }: Event) {
  return takes_gifts ? { min: plainMoney(gifts.min), max: plainMoney(gifts.max) } : null;
}

async function card(ctx: Context, { params }: Visit): Promise<Found | Redirect | null> {
  const place = await cardPlace(ctx, params.page ?? '');
  if (!place) return null;
  const { participant, address } = place;
  if (place.isOld) return { to: paths.card(address) };
  const host = ctx.config.publicUrl.replace(/^https?:\/\//, '');
  return { page: 'card', props: { page: address, name: participant.name, address: host + paths.give(address) } };
}

async function gift(ctx: Context, { params, query }: Visit): Promise<Found | null> {
  const found = await giftForHolder(ctx, params.id ?? '');
  if (found instanceof Failure) return null;
  const place = await givePlace(ctx, String(found.participant.id));
  const goal = place?.event.donation_goal ?? null;
  return {
    page: 'gift',
    props: {
      gift: found,
      came: returns.find((came) => came === query.get('came')) ?? null,
      raised: place && { amount: place.participant.gifts, goal },
    },
  };
}

function knownReturn(query: URLSearchParams): URLSearchParams {
  return new URLSearchParams(
    [...query].filter(([name, value]) => name === 'came' && returns.includes(value as Return)),
  );
}

async function pledgeSent(ctx: Context, { params }: Visit): Promise<Found | null> {
  const receipt = params.receipt ?? '';
  const found = await pledgeByReceipt(ctx, receipt);
  if (!found) return null;
  const { donation, event, participant } = found;
  return {
    page: 'pledge-sent',
    props: {
      receipt,
      pledge: {
        id: donation.id,
        participant: { ...participant, give: paths.give(participant.id) },
        event,
        donor_email: found.email,
        amount_per_unit: donation.amount_per_unit,
        max_amount: donation.max_amount,
        status: donation.status,
        valid_until: linksValidUntil(ctx, found.created_at),
      },
    },
  };
}

function pledgeResult(action: 'confirm' | 'cancel') {
  return async (ctx: Context, { params }: Visit): Promise<Found> => {
    const token = params.token ?? '';
    const found = await pledgeByToken(ctx, token);
    return {
      page: 'pledge-result',
      props: { action, token, pledge: found?.pledge ?? null, email_sent: found?.mailed ?? null },
      status: found ? 200 : 404,
    };
  };
}

function legal(page: LegalPage) {
  return async ({ config: { retention } }: Context): Promise<Found> => ({
    page: 'legal',
    props: { page, ...retention, noticeDays: NOTICE_DAYS },
  });
}

async function apiDocs(): Promise<Found> {
  return { page: 'api-docs', props: { groups: apiGroups() } };
}

function admin(tab: AdminTab) {
  return async (_ctx: Context, { caller }: Visit): Promise<Found | Redirect> =>
    isStaff(caller.staff) ? { page: 'admin', props: { tab } } : stranger(caller);
}

async function profile(ctx: Context, { caller }: Visit): Promise<Found | Redirect> {
  if (!isStaff(caller.staff)) return stranger(caller);
  const { name, email, roles } = caller.staff;
  const sessions = await sessionsOf(ctx, caller.staff, caller.cookies.get('session') ?? '');
  const session = sessions.find(({ current }) => current);
  // It ended since the caller was known.
  if (!session) return { to: paths.home };
  const { signed_in_at, expires_at } = session;
  const elsewhere = sessions.length - 1;
  return { page: 'profile', props: { user: { name, email, roles }, session: { signed_in_at, expires_at }, elsewhere } };
}

/** Signed out: home. Signed in without a role: a friendly no. */
function stranger({ staff }: Caller): Found | Redirect {
  return staff ? { page: 'no-access', props: {}, status: 403 } : { to: paths.home };
}
