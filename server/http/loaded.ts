import type { EventCard, Loaded } from '#contract/pages.ts';
import { translator } from '#locales/messages.ts';
import type { Context } from '#server/context.ts';
import { faultOf } from '#server/log.ts';
import type { Visit } from './page-data.ts';

/** A part that fails is said in its place; the page is sent all the same. */
export async function loaded<T>(
  ctx: Context,
  { caller, isAway }: Visit,
  text: 'home.eventsError' | 'participants.loadError',
  load: () => Promise<T>,
): Promise<Loaded<T>> {
  try {
    return { data: await load() };
  } catch (error) {
    ctx.log.error({ part: text, ...faultOf(error) }, 'part of a page failed');
    const t = translator(caller.language);
    const cause = t(isAway(error) ? 'error.unavailable' : 'participants.unknownCause');
    return { error: t(text, { cause }) };
  }
}

export function only<T, U>(part: Loaded<T>, choose: (data: T) => U): Loaded<U> {
  return 'data' in part ? { data: choose(part.data) } : part;
}

/** Left out without a word; the rest of the event is shown. */
export const isWithoutSums = ({ raised }: EventCard): boolean => raised === null;
