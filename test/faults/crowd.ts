import { setTimeout as sleep } from 'node:timers/promises';
import type { Participant } from '#contract/participants.ts';
import { chanceOf, type Chance } from './chance.ts';

export interface Accepted {
  key: string;
  id: number;
}

export interface Crowd {
  /** Every form that was answered with success, with each id that it was answered. */
  readonly accepted: Accepted[];
  /** What no form may ever be answered. */
  readonly refused: string[];
  readonly retries: () => number;
  /** What those were told who are to come again later. */
  readonly putOff: PutOff;
  /** Lets everybody finish the form they are at. */
  goHome(): Promise<void>;
}

interface PutOff {
  /** Answers with 503. */
  count: number;
  /** The longest that anybody waited for one, in milliseconds. */
  slowest: number;
  /** Forms that nobody answered: no line, one that was cut, or ten seconds of silence. */
  unanswered: number;
}

/**
 * People at their phones: each fills form after form and sends it, under one key, until it is accepted.
 * `name`: what no other crowd of the same product calls its forms.
 */
export function gather(url: string, participants: readonly Participant[], size: number, name = 'form'): Crowd {
  const accepted: Accepted[] = [];
  const refused: string[] = [];
  const putOff: PutOff = { count: 0, slowest: 0, unanswered: 0 };
  let retries = 0;
  let leaving = false;

  function comeAgain(headers: Headers, waited: number): void {
    putOff.count += 1;
    putOff.slowest = Math.max(putOff.slowest, waited);
    if (!headers.has('retry-after')) refused.push('503 without Retry-After');
  }

  /** True when this form needs no further try. */
  async function send(key: string, body: string): Promise<boolean> {
    const asked = performance.now();
    try {
      const response = await fetch(`${url}/api/donations`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'idempotency-key': key },
        body,
        signal: AbortSignal.timeout(10_000),
      });
      const text = await response.text();
      if (response.ok) accepted.push({ key, id: (JSON.parse(text) as { id: number }).id });
      else if (response.status === 503) comeAgain(response.headers, performance.now() - asked);
      else refused.push(`${response.status} ${text}`);
      return response.ok;
    } catch {
      putOff.unanswered += 1;
      return false;
    }
  }

  async function fill(form: string, to: Participant | undefined, chance: Chance): Promise<void> {
    const body = JSON.stringify({
      event_id: to?.event_id,
      participant_id: to?.id,
      donor_name: `Donor ${form}`,
      donor_email: `${form}@example.test`,
      amount_per_unit: `${chance.whole(1, 9)}.50`,
    });
    for (;;) {
      // Some press twice.
      const presses = chance.oneIn(5) ? [send(form, body), send(form, body)] : [send(form, body)];
      if ((await Promise.all(presses)).some(Boolean)) return;
      retries += 1;
      await sleep(chance.whole(30, 150));
    }
  }

  const people = Array.from({ length: size }, async (_, person) => {
    const chance = chanceOf(person);
    for (let n = 0; !leaving; n += 1) {
      await fill(`${name}-${person}-${n}`, participants[person % participants.length], chance);
      await sleep(chance.whole(10, 120));
    }
  });
  return {
    accepted,
    refused,
    retries: () => retries,
    putOff,
    goHome: async () => {
      leaving = true;
      await Promise.all(people);
    },
  };
}

interface Readers {
  /** What the last answer to each link said of its pledge. */
  pressed(): { token: string; status: string }[];
  readonly refused: string[];
  goHome(): Promise<void>;
}

/** People at their mail: each has one link, and presses it in turn to confirm and to cancel, until it is answered. */
export function pressLinks(url: string, tokens: readonly string[]): Readers {
  const last = new Map<string, string>();
  const refused: string[] = [];
  let leaving = false;

  async function press(token: string, wish: string): Promise<boolean> {
    try {
      const response = await fetch(`${url}/api/donations/${wish}/${token}`, {
        method: 'POST',
        // Longer than any answer takes: one that came true after the next press would be taken for lost.
        signal: AbortSignal.timeout(60_000),
      });
      const text = await response.text();
      if (response.ok) last.set(token, (JSON.parse(text) as { donation: { status: string } }).donation.status);
      else if (response.status !== 503) refused.push(`${response.status} ${text}`);
      return response.ok;
    } catch {
      return false;
    }
  }

  const people = tokens.map(async (token, person) => {
    const chance = chanceOf(1000 + person);
    for (let n = 0; !leaving; n += 1) {
      while (!(await press(token, n % 2 ? 'cancel' : 'confirm'))) await sleep(chance.whole(30, 150));
      await sleep(chance.whole(10, 200));
    }
  });
  return {
    pressed: () => [...last].map(([token, status]) => ({ token, status })),
    refused,
    goHome: async () => {
      leaving = true;
      await Promise.all(people);
    },
  };
}
