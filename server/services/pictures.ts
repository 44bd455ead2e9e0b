import type { FetchFault } from './fetch-fault.ts';

export interface Pictures {
  /** The file at an address that somebody typed. Throws `PictureFailed`. */
  fetchPicture(address: string): Promise<Buffer>;
}

export class PictureFailed extends Error {
  override readonly name = 'PictureFailed';
  readonly fault: FetchFault;

  constructor(fault: FetchFault) {
    super(fault);
    this.fault = fault;
  }
}
