import { useShell } from '#web/text.tsx';

/** Viewers see everything and change nothing: what they may not press is not there. */
export const useIsAdmin = (): boolean => useShell().staff?.roles.includes('admin') ?? false;
