import { sql } from 'kysely';
import { paths } from '#contract/paths.ts';
import type { Participant } from '#contract/participants.ts';
import { startApp, type App } from '#test/app.ts';
import { aGiftEvent, anOpenGift, aPerson, aPledge, aSyncedEvent, pledgeBody } from '#test/factories.ts';
import { sessionOf } from '#test/staff-page.ts';

/** Three products that together show every state of every page. */
export interface Stage {
  /** With events, people, pledges. */
  full: App;
  /** New: nothing in it. */
  empty: App;
  /** With an event, something that cannot be read, and nobody who could sign in. */
  broken: App;
  /** A run that takes pledges, with goals, people and what was promised. */
  run: { id: number; slug: string; participants: Participant[] };
  /** One that takes gifts as well; the first of its people was given more than was hoped for. */
  gala: { slug: string; participants: Participant[] };
  /** One that is over and takes nothing. */
  past: { slug: string; participants: Participant[] };
  /** The run that filled its list, and one that was not applied. */
  syncs: { done: number; held: number };
  brokenSlug: string;
  /** From now on the broken product cannot read this, and nothing else. */
  lose(what: 'events' | 'contributions' | 'participant_totals'): Promise<void>;
  /** A token of a pledge in this state; each is made anew. */
  pledge(state: 'pending' | 'confirmed' | 'cancelled'): Promise<{ token: string; receipt: string }>;
  /** The address of a gift in this state; each is made anew. */
  gift(state: 'open' | 'paid' | 'failed' | 'refunded'): Promise<string>;
  /** The cookie of somebody who has signed in. */
  session(name: 'vera' | 'lea' | 'otto'): Promise<{ name: string; value: string; url: string }>;
  close(): Promise<void>;
}

const people = [
  aPerson({ Firstname: 'Jonas', Lastname: 'Müller', Bib: 288, Club: 'LC Zürich' }),
  aPerson({ Firstname: 'Maria-Magdalena', Lastname: 'Hürlimann-Zgraggen', Bib: '', Club: '' }),
  ...Array.from({ length: 24 }, (_, n) => aPerson({ Firstname: 'Léonie', Lastname: `Läufer${n}`, Bib: 300 + n })),
];

export async function setStage(): Promise<Stage> {
  // A test asks for more in ten minutes than one household, and always in the same name.
  const env = { LIMIT_FORMS_PER_ADDRESS: '9999/1d', LIMIT_MAILS_PER_RECIPIENT: '9999/1h' };
  const [full, empty, broken] = await Promise.all([startApp({ env }), startApp({ env }), startApp({ env })]);
  const vera = await full.signedIn('vera');
  const run = await aSyncedEvent(full, vera, people, {
    name: 'Zürcher Spendenlauf',
    event_date: '2027-06-12',
    place: 'Zürich, Sihlhölzli',
    purpose: 'Für Schulwege, die sicher sind.',
    expected_units: 25,
    donation_per_unit_goal: '4',
    ranking_hub_link: 'https://rangliste.example/',
    emm_onreg_link: 'https://anmeldung.example/',
    organiser_name: 'Verein «Bildung bewegt»',
    organiser_email: 'kasse@example.test',
    indexable: 'true',
  });
  // Its next list is empty: for staff a run is held.
  full.timing.fault(run.list, { kind: 'rows', rows: () => [] });
  await vera.expect(409, `POST /api/events/${run.event.id}/sync-participants`);
  const runs = await vera.expect<{ items: { id: number }[] }>(200, `GET /api/sync/runs?event_id=${run.event.id}`);
  const [held = 0, done = 0] = runs.items.map(({ id }) => id);
  const past = await aSyncedEvent(full, vera, [aPerson({ Firstname: 'Urs', Lastname: 'Früher' })], {
    name: 'Waldlauf vom letzten Jahr',
    event_date: '2025-05-03',
    is_active: false,
  });
  const gala = await aGiftEvent(full, vera, people, {
    name: 'Benefizlauf am Rhein',
    event_date: '2027-09-04',
    place: 'Schaffhausen',
    purpose: 'Für Velos, die weiterfahren.',
    donation_per_unit: 'true',
    show_donation_total: 'true',
    show_donation_per_unit_total: 'true',
    donation_goal: '60',
    donation_total_goal: '5000',
    organiser_name: 'Verein «Zweites Rad»',
  });
  await vera.expect(200, `POST /api/payrexx/sync-event-payment-pages/${gala.event.id}`);
  // Whoever comes later has no page yet.
  await vera.expect(201, `POST /api/events/${gala.event.id}/participants`, {
    body: { first_name: 'Zoé', last_name: 'Aebi', email: 'zoe@example.test' },
  });
  const other = await aSyncedEvent(broken, await broken.signedIn('vera'), undefined, { name: 'Lauf' });
  await broken.identity.down(true);

  const [jonas, maria] = run.participants.toSorted((a, b) => Number(b.bib === '288') - Number(a.bib === '288'));
  const pledge: Stage['pledge'] = async (state) => {
    const made = await aPledge(full, jonas as Participant, { max_amount: '80' });
    const act = (wish: string) => full.client().expect(200, `POST /api/donations/${wish}/${made.token}`);
    if (state !== 'pending') await act('confirm');
    if (state === 'cancelled') await act('cancel');
    return made;
  };
  let lost: string | null = null;
  const lose: Stage['lose'] = async (what) => {
    const { db } = broken.product.ctx;
    if (lost) await sql`alter table gone rename to ${sql.table(lost)}`.execute(db);
    await sql`alter table ${sql.table(what)} rename to gone`.execute(db);
    lost = what;
  };
  const galaPeople = await full.client().expect<Participant[]>(200, `GET /api/events/${gala.event.id}/participants`);
  const [giftee] = galaPeople.toSorted((a, b) => Number(b.bib === '288') - Number(a.bib === '288'));
  const gift: Stage['gift'] = async (state) => {
    const { id, link } = await anOpenGift(full, giftee as Participant, { amount: '75' });
    const { db } = full.product.ctx;
    const paid = state === 'paid' || state === 'refunded' ? full.payrexx.pay(link) : null;
    // Given back before anybody looks: looks are ten seconds apart.
    if (paid && state === 'refunded') full.payrexx.refund(paid.id);
    if (paid) await full.client().expect(200, `GET /api/gifts/${id}`);
    // It would take a day.
    const failed = db.updateTable('gifts').set({ failed_at: new Date() }).where('public_id', '=', id);
    if (state === 'failed') await failed.execute();
    return paths.gift(id);
  };
  const sessions: Partial<Record<'vera' | 'lea' | 'otto', ReturnType<Stage['session']>>> = {};
  await pledge('confirmed');
  await gift('paid');
  full.mailbox.faults.add({ at: 'rcpt', does: 550, text: 'mailbox unknown', to: 'unbekannt@' });
  await full.client().expect(201, 'POST /api/donations', {
    body: pledgeBody(jonas as Participant, { donor_email: 'unbekannt@example.test' }),
  });
  await aPledge(full, maria as Participant, { amount_per_unit: '5' }, 'confirm');
  return {
    full,
    empty,
    broken,
    run: { id: run.event.id, slug: run.event.slug, participants: [jonas, maria].filter((one) => one !== undefined) },
    gala: { slug: gala.event.slug, participants: [giftee].filter((one) => one !== undefined) },
    past: { slug: past.event.slug, participants: past.participants },
    syncs: { done, held },
    brokenSlug: other.event.slug,
    lose,
    pledge,
    gift,
    session: (name) => (sessions[name] ??= sessionOf(full, name)),
    close: async () => {
      await Promise.all([full.stop(), empty.stop(), broken.stop()]);
    },
  };
}
