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
export interface Show {
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
    while (this.#asked < this.#wanted) await this.#step(ask, language, chance, n);
    await dispatcher.close();
  }

  async #step(ask: Ask, language: Language, chance: Chance, n: number): Promise<void> {
    const { event, participants, staff } = this.#show;
    const page = (html: string) =>
      html.includes(`<html lang="${language}"`) && staff.every(({ name }) => !html.includes(name));
    switch (chance.whole(1, 20)) {
      case 1: {
        const key = `visitor-${n}-${this.#asked}`;
        const text = await ask('POST /api/donations', key, this.#pledge(key, chance.pick(participants)));
        return void (text && this.accepted.push({ key, id: (JSON.parse(text) as { id: number }).id }));
      }
      case 2:
      case 3:
        return this.#see('GET /api/events', await ask('GET /api/events'), (text) => !text.includes('rr_simple_ip'));
      case 4:
      case 5:
      case 6: {
        const line = `GET /api/events/${event.id}/participants`;
        return this.#see(line, await ask(line), (text) => !text.includes('@'));
      }
      case 7:
      case 8:
        return this.#see('GET /', await ask('GET /'), page);
      case 9: {
        const line = `GET /give/${chance.pick(participants).id}`;
        return this.#see(line, await ask(line), page);
      }
      default: {
        const line = `GET /participants/${event.slug}?page=${chance.whole(1, 3)}&fbclid=${chance.whole(1, 1e6)}`;
        return this.#see(line, await ask(line), page);
      }
    }
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

  #pledge(key: string, to: Participant) {
    const { id: participant_id, event_id } = to;
    return {
      event_id,
      participant_id,
      donor_name: `Donor ${key}`,
      donor_email: `${key}@example.test`,
      amount_per_unit: '1.50',
    };
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
