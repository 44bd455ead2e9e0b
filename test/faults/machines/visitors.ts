import { Agent, fetch } from 'undici';
import type { Event } from '#contract/events.ts';
import type { Participant } from '#contract/participants.ts';
import { languages, type Language } from '#domain/language.ts';
import type { TestClient } from '#test/client.ts';
import { chanceOf, type Chance } from '../chance.ts';
import type { Accepted } from '../crowd.ts';

const VISITORS = 24;
const PATIENCE_MS = 20_000;

/** What everybody looks at. */
interface Show {
  url: string;
  event: Event;
  participants: Participant[];
  /** Those with a session, by the names that only they are shown. */
  staff: { name: string; client: TestClient }[];
}

/** Many who look and give, in four languages and from as many addresses, and some with a session, all at once. */
export class Visitors {
  readonly accepted: Accepted[] = [];
  /** What went wrong, in a line each. */
  readonly failures: string[] = [];
  #asked = 0;
  #wanted = Infinity;
  readonly #show: Show;
  readonly #people: Promise<void>[];

  constructor(show: Show) {
    this.#show = show;
    this.#people = [
      ...Array.from({ length: VISITORS }, (_, n) => this.#visit(n)),
      ...show.staff.map(({ name, client }, n) => this.#work(VISITORS + n, name, client)),
    ];
  }

  get asked(): number {
    return this.#asked;
  }

  /** Lets them go home once all of them together have asked so often. */
  async leaveAfter(requests: number): Promise<void> {
    this.#wanted = requests;
    await Promise.all(this.#people);
  }

  async #visit(n: number): Promise<void> {
    const chance = chanceOf(n);
    const language = languages[n % languages.length] as Language;
    // Each from an address of his own: what one address may do is limited.
    const dispatcher = new Agent({ localAddress: `127.0.1.${n + 1}` });
    const ask = (line: string, key?: string, body?: unknown) => this.#ask(dispatcher, language, line, key, body);
    const looks = this.#looks(language, chance);
    while (this.#asked < this.#wanted) {
      if (chance.oneIn(20)) await this.#pledge(ask, `visitor-${n}-${this.#asked}`, chance);
      const { at, isRight } = chance.pick(looks);
      const line = at();
      this.#see(line, await ask(line), isRight);
    }
    await dispatcher.close();
  }

  /** What visitors look at, lists of an event most of all, and how each knows that it is for him. */
  #looks(language: Language, chance: Chance): Look[] {
    const { event, participants, staff } = this.#show;
    const isPage = (html: string) =>
      html.includes(`<html lang="${language}"`) && staff.every(({ name }) => !html.includes(name));
    const page = (at: () => string) => ({ at, isRight: isPage });
    const start = page(
      () => `GET /participants/${event.slug}?page=${chance.whole(1, 3)}&fbclid=${chance.whole(1, 1e6)}`,
    );
    const list = {
      at: () => `GET /api/events/${event.id}/participants`,
      isRight: (text: string) => !text.includes('@'),
    };
    return [
      start,
      start,
      start,
      list,
      list,
      page(() => 'GET /'),
      page(() => `GET /give/${chance.pick(participants).id}`),
      { at: () => 'GET /api/events', isRight: (text) => !text.includes('rr_simple_ip') },
    ];
  }

  async #pledge(ask: Ask, key: string, chance: Chance): Promise<void> {
    const { id: participant_id, event_id } = chance.pick(this.#show.participants);
    const donor = { donor_name: `Donor ${key}`, donor_email: `${key}@example.test` };
    const text = await ask('POST /api/donations', key, { event_id, participant_id, ...donor, amount_per_unit: '1.50' });
    if (text) this.accepted.push({ key, id: (JSON.parse(text) as { id: number }).id });
  }

  /** Somebody with a session is shown his own name, and what only staff may know. */
  async #work(n: number, name: string, client: TestClient): Promise<void> {
    const chance = chanceOf(n);
    while (this.#asked < this.#wanted) {
      const line = chance.pick(['GET /', `GET /participants/${this.#show.event.slug}`, 'GET /api/events'] as const);
      this.#asked += 1;
      const answer = await client.send(line).catch((error: unknown) => ({ status: String(error), body: '' }));
      if (answer.status !== 200) this.failures.push(`${line} by ${name}: ${answer.status}`);
      else {
        const text = typeof answer.body === 'string' ? answer.body : JSON.stringify(answer.body);
        this.#see(line, text, () => text.includes(line.includes('/api/') ? 'rr_simple_ip' : name));
      }
    }
  }

  #see(line: string, text: string | null, isRight: (text: string) => boolean): void {
    if (text !== null && !isRight(text)) this.failures.push(`${line}: another one's answer`);
  }

  async #ask(
    dispatcher: Agent,
    language: Language,
    line: string,
    key?: string,
    body?: unknown,
  ): Promise<string | null> {
    const [method = 'GET', path = '/'] = line.split(' ');
    this.#asked += 1;
    try {
      const response = await fetch(this.#show.url + path, {
        method,
        dispatcher,
        headers: {
          'accept-language': `${language}-CH,${language};q=0.9`,
          ...(key && { 'idempotency-key': key, 'content-type': 'application/json' }),
        },
        body: body === undefined ? null : JSON.stringify(body),
        signal: AbortSignal.timeout(PATIENCE_MS),
      });
      const text = await response.text();
      if (response.ok) return text;
      this.failures.push(`${line}: ${response.status} ${text.slice(0, 200)}`);
    } catch (error) {
      this.failures.push(`${line}: ${String((error as Error).cause ?? error)}`);
    }
    return null;
  }
}

type Ask = (line: string, key?: string, body?: unknown) => Promise<string | null>;

interface Look {
  at(): string;
  isRight(text: string): boolean;
}
