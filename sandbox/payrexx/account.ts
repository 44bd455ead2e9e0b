import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import { keep, readKept } from '../kept.ts';

const address = z.url({ protocol: /^https?$/ }).optional();
/** What an application asks for when it opens a checkout. */
export const Wish = z.object({
  amount: z.int().positive(),
  currency: z.string().regex(/^[A-Z]{3}$/),
  purpose: z.string().default(''),
  referenceId: z.string().default(''),
  language: z.string().default('de'),
  /** In minutes. */
  validity: z.int().positive().optional(),
  skipResultPage: z.boolean().default(false),
  fields: z.record(z.string(), z.object({ value: z.string() })).default({}),
  successRedirectUrl: address,
  failedRedirectUrl: address,
  cancelRedirectUrl: address,
});
export type Wish = z.output<typeof Wish>;

export interface Gateway {
  readonly id: number;
  readonly instance: string;
  readonly hash: string;
  readonly wish: Wish;
  readonly createdAt: number;
  /** From then on nobody can pay it. */
  readonly endsAt: number | null;
  /** The application no longer finds it, and nobody can pay; its payments still name it. */
  isDeleted: boolean;
}

export interface Transaction {
  readonly id: number;
  readonly uuid: string;
  readonly gatewayId: number;
  readonly instance: string;
  readonly amount: number;
  readonly currency: string;
  readonly mode: string;
  readonly brand: string;
  readonly at: number;
  /** The row that this one gives back. */
  readonly originalId: number | null;
  status: string;
  refunded: number;
}

export interface Paying {
  readonly amount?: number;
  readonly currency?: string;
  readonly mode?: 'LIVE' | 'TEST';
  readonly status?: string;
  readonly brand?: string;
}

/** The real service shows a refund as a row of its own, on the row it gives back, or both. */
export type RefundShown = 'row' | 'original' | 'both';

interface State {
  last: number;
  gateways: Gateway[];
  transactions: Transaction[];
}

const MINUTE = 60_000;
/** Numbers never come twice, also when this folder is thrown away and the product's database is not. */
const COUNTED_FROM = Date.UTC(2023, 0);

/** What the provider knows: checkouts and the money that moved; with a file it outlives the process. */
export class Account {
  readonly #file: string | null;
  readonly #state: State;
  readonly #changed: (transaction: Transaction) => void;

  /** `changed` hears of each new row and each new state of one. */
  constructor(file: string | null, changed: (transaction: Transaction) => void) {
    this.#file = file;
    this.#state = readKept<State>(file, { last: 0, gateways: [], transactions: [] });
    this.#changed = changed;
  }

  open(instance: string, wish: Wish): Gateway {
    const now = Date.now();
    const endsAt = wish.validity === undefined ? null : now + wish.validity * MINUTE;
    const hash = randomBytes(16).toString('hex');
    const gateway = { id: this.#nextId(), instance, hash, wish, createdAt: now, endsAt, isDeleted: false };
    this.#state.gateways.push(gateway);
    this.#save();
    return gateway;
  }

  /** Also deleted ones. */
  gateways(): Gateway[] {
    return [...this.#state.gateways];
  }

  /** Also a deleted one. */
  gatewayOf({ gatewayId }: Transaction): Gateway {
    const found = this.#state.gateways.find(({ id }) => id === gatewayId);
    if (!found) throw new Error(`No such checkout: ${gatewayId}`);
    return found;
  }

  delete(gateway: Gateway): void {
    gateway.isDeleted = true;
    this.#save();
  }

  /** Oldest first. */
  transactions(wanted: (transaction: Transaction) => boolean = () => true): Transaction[] {
    return this.#state.transactions.filter(wanted);
  }

  transaction(id: number): Transaction {
    const found = this.#state.transactions.find((one) => one.id === id);
    if (!found) throw new Error(`No such transaction: ${id}`);
    return found;
  }

  /** Whether money has come in, also where it has gone again. */
  isPaid({ id }: Gateway): boolean {
    return this.#state.transactions.some(({ gatewayId, status }) => gatewayId === id && wasPaid(status));
  }

  /** What a donor does on the page: with the status `confirmed` he has paid. */
  pay(gateway: Gateway, paying: Paying = {}): Transaction {
    const { amount, currency } = gateway.wish;
    return this.#add({ ...row(gateway), amount, currency, status: 'confirmed', ...paying });
  }

  refund(id: number, amount?: number, shown: RefundShown = 'both'): Transaction {
    const original = this.transaction(id);
    const given = amount ?? original.amount - original.refunded;
    if (given < 1 || given > original.amount - original.refunded) throw new RangeError('More than there is');
    const status = original.refunded + given === original.amount ? 'refunded' : 'partially-refunded';
    // Two ways to show one refund must not become two refunds.
    if (shown !== 'row') Object.assign(original, { refunded: original.refunded + given, status });
    if (shown === 'original') return this.#tell(original);
    const { instance, gatewayId, currency, mode, brand } = original;
    const own = { instance, gatewayId, currency, mode, brand, refunded: 0, amount: -given, originalId: id, status };
    return this.#add(own);
  }

  /** The bank takes the money back, or the donor says that he will have it back. */
  turn(id: number, status: 'chargeback' | 'disputed' | (string & {})): Transaction {
    return this.#tell(Object.assign(this.transaction(id), { status }));
  }

  #add(fields: Omit<Transaction, 'id' | 'uuid' | 'at'>): Transaction {
    const id = this.#nextId();
    const transaction = { ...fields, id, uuid: randomBytes(4).toString('hex'), at: Date.now() };
    this.#state.transactions.push(transaction);
    return this.#tell(transaction);
  }

  #tell(transaction: Transaction): Transaction {
    this.#save();
    this.#changed(transaction);
    return transaction;
  }

  #nextId(): number {
    this.#state.last = Math.max(this.#state.last + 1, Math.floor((Date.now() - COUNTED_FROM) / 1_000));
    return this.#state.last;
  }

  #save(): void {
    keep(this.#file, this.#state);
  }
}

export function wasPaid(status: string): boolean {
  return ['confirmed', 'partially-refunded', 'refunded', 'chargeback', 'disputed', 'refund_pending'].includes(status);
}

function row({ id, instance }: Gateway) {
  return { gatewayId: id, instance, mode: 'LIVE', brand: 'twint', refunded: 0, originalId: null };
}
