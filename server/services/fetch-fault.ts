/** Why an address that somebody typed gave us nothing; `busy`: it asks us to come back a moment later. */
export type FetchFault = 'host' | 'unreachable' | 'slow' | 'status' | 'redirect' | 'size' | 'busy';
