import { createHmac } from 'node:crypto';
import { keep, readKept } from '../kept.ts';

export interface Delivery {
  readonly n: number;
  readonly instance: string;
  /** What it tells, in a few words. */
  readonly about: string;
  readonly contentType: string;
  readonly body: string;
  tries: number;
  /** What the last try was answered; null when it was not. */
  answer: number | null;
  /** When it is tried again; null once it has arrived, or was given up. */
  nextAt: number | null;
}

interface NoticesOptions {
  readonly file: string | null;
  /** Where the application listens to notices. */
  readonly url: string;
  /** By instance; notices of the others are not signed. */
  readonly keys: ReadonlyMap<string, string>;
  /** How long after each try that failed the next one comes. */
  readonly pauses?: readonly number[];
}

const MINUTE = 60_000;
const DAY = 1_440 * MINUTE;
/** The real one's: ten tries in all. */
const PAUSES = [15, 60, 120, 240].map((minutes) => minutes * MINUTE).concat(Array.from({ length: 5 }, () => DAY));
const ANSWER_WITHIN = 20_000;
const KEPT = 200;

/** Tells the application of every change, again and again until it says that it heard. */
export class Notices {
  /** JSON, or a form as PHP writes it. */
  format: 'json' | 'form' = 'json';
  /** How often each is told. */
  copies = 1;
  /** None is told: each waits in `held`. */
  isHolding = false;
  readonly held: Delivery[] = [];
  readonly #options: NoticesOptions;
  readonly #all: Delivery[];
  readonly #underWay = new Set<Promise<void>>();
  #timer: NodeJS.Timeout | undefined;
  #isStopped = false;

  constructor(options: NoticesOptions) {
    this.#options = options;
    this.#all = readKept<Delivery[]>(options.file, []);
    this.#plan();
  }

  /** Newest first. */
  get list(): readonly Delivery[] {
    return this.#all.toReversed();
  }

  tell(instance: string, about: string, document: object): void {
    const isForm = this.format === 'form';
    const delivery: Delivery = {
      n: (this.#all.at(-1)?.n ?? 0) + 1,
      instance,
      about,
      contentType: isForm ? 'application/x-www-form-urlencoded' : 'application/json',
      body: isForm ? formOf(document) : JSON.stringify(document),
      tries: 0,
      answer: null,
      nextAt: this.isHolding ? null : Date.now(),
    };
    this.#all.push(delivery);
    this.#all.splice(0, this.#all.length - KEPT);
    if (this.isHolding) return void this.held.push(delivery);
    for (let copy = 0; copy < this.copies; copy += 1) this.#start(delivery);
  }

  /** Once and now, one after the other: in any order, also such as were told before. */
  async send(deliveries: readonly Delivery[]): Promise<void> {
    for (const delivery of deliveries) await this.#try(delivery);
  }

  /** All that are due by then. */
  retry(by = Date.now()): void {
    for (const delivery of this.#all) if (delivery.nextAt !== null && delivery.nextAt <= by) this.#start(delivery);
  }

  /** Resolves when nothing is under way. */
  async settled(): Promise<void> {
    while (this.#underWay.size > 0) await Promise.all(this.#underWay);
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    clearTimeout(this.#timer);
    await this.settled();
    this.#save();
  }

  #start(delivery: Delivery): void {
    const work = this.#try(delivery).finally(() => this.#underWay.delete(work));
    this.#underWay.add(work);
  }

  async #try(delivery: Delivery): Promise<void> {
    const { pauses = PAUSES } = this.#options;
    delivery.tries += 1;
    delivery.nextAt = null;
    delivery.answer = await this.#post(delivery);
    const hasArrived = delivery.answer !== null && delivery.answer >= 200 && delivery.answer < 300;
    const pause = pauses[delivery.tries - 1];
    if (!hasArrived && pause !== undefined) delivery.nextAt = Date.now() + pause;
    this.#plan();
  }

  async #post({ instance, contentType, body }: Delivery): Promise<number | null> {
    const key = this.#options.keys.get(instance);
    const signature = key === undefined ? null : createHmac('sha256', key).update(body).digest('hex');
    try {
      const { status } = await fetch(this.#options.url, {
        method: 'POST',
        headers: { 'content-type': contentType, ...(signature && { 'x-webhook-signature': signature }) },
        body,
        redirect: 'manual',
        signal: AbortSignal.timeout(ANSWER_WITHIN),
      });
      return status;
    } catch {
      return null;
    }
  }

  /** Wakes up for the one that is due next. */
  #plan(): void {
    this.#save();
    clearTimeout(this.#timer);
    const next = Math.min(...this.#all.flatMap(({ nextAt }) => nextAt ?? []));
    if (this.#isStopped || next === Infinity) return;
    this.#timer = setTimeout(() => this.retry(), Math.max(next - Date.now(), 0));
    this.#timer.unref();
  }

  #save(): void {
    keep(this.#options.file, this.#all);
  }
}

/** As PHP's `http_build_query`: `a[b][0]=x`, nothing for null, 1 and 0 for true and false. */
function formOf(document: object): string {
  const pairs: [string, string][] = [];
  const add = (name: string, value: string | number | boolean | object | null | undefined): void => {
    if (value === null || value === undefined) return;
    if (typeof value === 'object') {
      for (const [key, inner] of Object.entries(value)) add(name ? `${name}[${key}]` : key, inner);
    } else {
      pairs.push([name, String(typeof value === 'boolean' ? Number(value) : value)]);
    }
  };
  add('', document);
  return new URLSearchParams(pairs).toString();
}
