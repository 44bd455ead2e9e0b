import { MINUTE, SECOND } from '#domain/dates.ts';
import { PaymentsBusy, type Asker } from '#server/services/payments.ts';

/** What a call is for; `list` is the sweep that finds what notices missed: a flood of them must not starve it. */
export type Purpose = Asker | 'opening' | 'list';

const WINDOW = 5 * MINUTE;
/** The provider takes about 600 in five minutes and account; the rest is for the organiser's other programs. */
const MOST_OF_ALL = 500;
const most: Record<Purpose, number> = { opening: MOST_OF_ALL, donor: 200, job: 100, list: 50 };

/** Counts a call over all instances: null, or when to look whether there is room again. */
export type Together = (account: string, most: number) => Promise<Date | null>;

/** What all instances may ask of one account together: who wants to pay finds room though all others ask at once. */
export const mostTogether = (purpose: Purpose): number => (purpose === 'opening' ? 550 : 350);

const FIRST_PAUSE = MINUTE;
const LONGEST_PAUSE = 10 * MINUTE;

/** Our calls to one account: its firewall shuts out whoever asks too often, and all donors with him. */
export class Budget {
  readonly #clock: () => Date;
  #calls: { at: number; purpose: Purpose }[] = [];
  #pausedUntil = 0;
  #pause = 0;

  constructor(clock: () => Date) {
    this.#clock = clock;
  }

  /** One call more; throws `PaymentsBusy` when it must wait. While the firewall is shut only who wants to pay tries it. */
  take(purpose: Purpose): void {
    const now = this.#clock().getTime();
    this.#calls = this.#calls.filter(({ at }) => at > now - WINDOW);
    const own = this.#calls.filter((call) => call.purpose === purpose);
    const until = Math.max(
      purpose === 'opening' ? 0 : this.#pausedUntil,
      roomAt(this.#calls, MOST_OF_ALL),
      roomAt(own, most[purpose]),
    );
    if (until > now) throw new PaymentsBusy(new Date(until));
    this.#calls.push({ at: now, purpose });
  }

  /** The firewall is shut: for as long as it says, else for longer every time. */
  shut(seconds: number | null): Date {
    const now = this.#clock().getTime();
    // Calls that were under way together are refused together: once is enough.
    if (now >= this.#pausedUntil) {
      this.#pause = Math.min(Math.max(FIRST_PAUSE, this.#pause * 2), LONGEST_PAUSE);
      const asked = seconds === null ? this.#pause : Math.min(seconds * SECOND, LONGEST_PAUSE);
      this.#pausedUntil = now + asked;
    }
    return new Date(this.#pausedUntil);
  }

  answered(): void {
    this.#pausedUntil = 0;
    this.#pause = 0;
  }
}

/** When the oldest of these calls that stand in the way is out of the window; 0 when none does. */
function roomAt(calls: { at: number }[], limit: number): number {
  const inTheWay = calls[calls.length - limit];
  return inTheWay ? inTheWay.at + WINDOW : 0;
}
