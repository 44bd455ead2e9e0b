import type { Event } from '#contract/events.ts';
import type { Boot, PageName, Pages } from '#contract/pages.ts';
import { takesPledges } from '#domain/pledge.ts';
import type { Translate } from '#locales/messages.ts';
import { unitWord } from '#locales/units.ts';
import { purposeOf, whenAndWhere } from '#web/parts/event-words.ts';

/** What a preview says below the title. */
export function descriptionOf<P extends PageName>({ page, props, shell }: Boot<P>, text: Translate): string {
  const ofEvent = (event: Event) =>
    [whenAndWhere(event, shell.language), purposeOf(event, text)].filter(Boolean).join('. ');
  const own = describe[page]?.(props, text, ofEvent);
  return own || text('site.description', { brand: shell.brand.name });
}

type Describe<P extends PageName> = (props: Pages[P], text: Translate, ofEvent: (event: Event) => string) => string;

const describe: { [P in PageName]?: Describe<P> } = {
  participants: ({ event }, _text, ofEvent) => (event ? ofEvent(event) : ''),
  give: ({ event, gift, participant: { name } }, text, ofEvent) => {
    const unit = unitWord(text, event.donation_unit_description);
    const plea = takesPledges(event) && text('share.plea', { name, unit });
    return [gift ? text('share.pleaGift', { name }) : plea, ofEvent(event)].filter(Boolean).join(' ');
  },
};
