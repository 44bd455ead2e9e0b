import type { Person } from '#contract/persons.ts';

/** What somebody goes by in the list: whoever gives need not say his name. */
export const nameOf = ({ name, email, id }: Person): string => name || email || `#${id}`;
