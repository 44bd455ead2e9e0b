import type { z } from 'zod';
import type { Event } from '#contract/events.ts';
import type { Participant } from '#contract/participants.ts';
import { Browser } from './demo/browser.ts';
import { demoDonors } from './demo/donors.ts';
import { cityRun, pastRun, schoolRun } from './demo/events.ts';
import type { DemoEvent } from './demo/events.ts';
import { demoGifts } from './demo/gifts.ts';
import { pick, seeded } from './demo/people.ts';
import type { Mailbox } from './mailbox.ts';
import type { Payrexx } from './payrexx.ts';

interface DemoOptions {
  /** Address of the product, without a trailing slash. */
  readonly site: string;
  readonly admin: { readonly username: string; readonly password: string };
  /** Addresses of the timing feed. */
  readonly timing: { readonly school: string; readonly city: string; readonly past: string };
  /** Without it there are no pledges: their confirmation comes by mail. */
  readonly mailbox: Mailbox | null;
  /** Without it there are no gifts: they are paid there. */
  readonly payrexx: Payrexx | null;
}

interface DemoSummary {
  readonly events: number;
  readonly participants: number;
  readonly pledges: number;
  readonly gifts: number;
}

const CONFIRMED = 20;
const SEED = 24;

/** Loads the demo by the product's own doors, as an admin and donors would. Repeating it adds nothing twice. */
export async function loadDemo({ site, admin, timing, mailbox, payrexx }: DemoOptions): Promise<DemoSummary> {
  const staff = new Browser(site);
  await staff.signIn(admin.username, admin.password);
  const [school, city, past] = [schoolRun(timing.school), cityRun(timing.city), pastRun(timing.past)];
  const wanted = [school, city, past];
  const existing = await staff.call<z.output<typeof Event>[]>('GET', '/api/events');
  let participants = 0;
  for (const event of wanted) {
    const { id } = existing.find(({ name }) => name === event.name) ?? (await addEvent(staff, event));
    const { total } = await staff.call<{ total: number }>('POST', `/api/events/${id}/sync-participants`);
    participants += total;
    if (event === school && mailbox) await pledgeFor(id, site, mailbox);
    if (event === city && payrexx) await giveTo(id, site, payrexx);
  }
  const pledges = mailbox ? demoDonors.length : 0;
  return { events: wanted.length, participants, pledges, gifts: payrexx ? demoGifts.length : 0 };
}

function addEvent(staff: Browser, event: DemoEvent): Promise<z.output<typeof Event>> {
  return staff.call('POST', '/api/events', event);
}

async function pledgeFor(eventId: number, site: string, mailbox: Mailbox): Promise<void> {
  const visitor = new Browser(site);
  const list = await visitor.call<z.output<typeof Participant>[]>('GET', `/api/events/${eventId}/participants`);
  const random = seeded(SEED);
  // In an order that stays, so that a repetition sends the same pledges under the same keys.
  const participants = list.toSorted((a, b) => a.id - b.id).filter(({ bib, status }) => bib && status === 'registered');
  for (const donor of demoDonors) {
    const pledge = { event_id: eventId, participant_id: pick(random, participants).id, ...donor };
    await visitor.call('POST', '/api/donations', pledge, { 'idempotency-key': `demo-${donor.donor_email}` });
  }
  for (const { donor_email } of demoDonors.slice(0, CONFIRMED)) {
    const token = await confirmationToken(mailbox, donor_email);
    await visitor.call('POST', `/api/donations/confirm/${token}`);
  }
}

async function confirmationToken(mailbox: Mailbox, address: string): Promise<string> {
  const mail = await mailbox.waitFor(address, 30_000);
  const [, token] = /\/donation\/confirm\/([^\s/?#]+)/.exec(mail.links.join(' ')) ?? [];
  if (!token) throw new Error(`The mail to ${address} holds no link to confirm`);
  return token;
}

async function giveTo(eventId: number, site: string, payrexx: Payrexx): Promise<void> {
  const visitor = new Browser(site);
  const list = await visitor.call<z.output<typeof Participant>[]>('GET', `/api/events/${eventId}/participants`);
  for (const { bib, method, isRefunded, form } of demoGifts) {
    const participant = list.find((one) => one.bib === bib);
    if (!participant) throw new Error(`Nobody in the demo has the number ${bib}`);
    const key = { 'idempotency-key': `demo-${form.donor_email}` };
    const gift = { ...form, page_id: String(participant.id) };
    const { id, link } = await visitor.call<{ id: string; link: string }>('POST', '/api/gifts', gift, key);
    const checkout = payrexx.gateways.find((one) => payrexx.linkOf(one) === link);
    // A repetition finds what was paid before.
    if (!checkout || payrexx.transactions.some(({ gatewayId }) => gatewayId === checkout.id)) continue;
    const { id: payment } = payrexx.pay(link, { brand: method });
    // The first look finds both; the next one comes seconds later.
    if (isRefunded) payrexx.refund(payment);
    await visitor.call('GET', `/api/gifts/${id}`);
  }
}
