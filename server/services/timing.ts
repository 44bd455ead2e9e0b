import type { NamesShown } from '#domain/names.ts';
import type { FetchFault } from './fetch-fault.ts';

export interface Timing {
  /** The first address that we may not call; null when all are allowed. */
  refused(addresses: string): string | null;
  /**
   * The lists behind one or several addresses, parted by white space; `columns` names the cells of lists that come
   * without a header. Throws `TimingFailed`.
   */
  fetchLists(addresses: string, columns: string | null): Promise<TimingList[]>;
}

export interface TimingList {
  /** The event number in the address: people are unique within it. */
  source: string;
  rows: TimingRow[];
}

/** One person of a start list, in our words; null where timing knows nothing. */
export interface TimingRow {
  source_id: string;
  first_name: string;
  last_name: string;
  bib: string | null;
  /** The age group, else the contest. */
  category: string | null;
  /** Where the category is the age group: shown nowhere, but people look for it. */
  contest: string | null;
  birth_year: number | null;
  club: string | null;
  country: string | null;
  email: string | null;
  /** Decimal text with three places. */
  units: string | null;
  /** How much of the name may be shown; null as the event has it, absent where the list has no such column. */
  names_shown?: NamesShown | null;
}

/** Staff read the class of a fault in their language; nobody reads host or key. */
type TimingFault = FetchFault | 'shape' | 'no_columns' | 'other_columns' | 'no_id' | 'no_name';

export class TimingFailed extends Error {
  override readonly name = 'TimingFailed';
  readonly fault: TimingFault;

  constructor(fault: TimingFault) {
    super(fault);
    this.fault = fault;
  }
}
