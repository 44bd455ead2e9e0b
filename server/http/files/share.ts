import type { FastifyInstance } from 'fastify';
import type { ParticipantRow } from '#contract/pages.ts';
import { paths } from '#contract/paths.ts';
import { accent } from '#domain/accent.ts';
import { share, SHARE_SIZE, type ShareWords } from '#domain/draw/share.ts';
import { isLanguage, type Language } from '#domain/language.ts';
import { initials, pageName } from '#domain/names.ts';
import { translator } from '#locales/messages.ts';
import { isOurs, type BrandFile } from '#server/brand.ts';
import type { Context } from '#server/context.ts';
import { eventById } from '#server/events/actions.ts';
import type { BytesStore } from '#server/http/stored/bytes-store.ts';
import { drawn } from '#server/pictures/raster.ts';
import { givePlace } from '#server/payment-pages/actions.ts';
import { sendPng } from './png.ts';

/** Whom or what the image of a page shows. */
export interface Shared {
  /** What stands for it in the image's address. */
  subject: string;
  event: string | null;
  /** Null for who is shown without a name. */
  person: Pick<ParticipantRow, 'name' | 'bib'> | null;
}

export const sharedHome: Shared = { subject: 'home', event: null, person: null };

export const sharedEvent = ({ id, name }: { id: number; name: string }): Shared => ({
  subject: `event/${id}`,
  event: name,
  person: null,
});

export const sharedPerson = (event: { name: string }, person: ParticipantRow, named: boolean): Shared => ({
  subject: `give/${pageName(person)}`,
  event: event.name,
  person: named ? person : null,
});

/** Images for previews of links, drawn for the words that are true now and kept by those words. */
export function serveShare(app: FastifyInstance, ctx: Context, store: BytesStore): void {
  const { brand } = ctx.config;
  const colours = accent(brand.colour).light;

  const serve = (subject: string, find: (id: string) => Promise<Shared | null>) =>
    app.get<{ Params: { id?: string; language: string } }>(
      paths.share(subject, ':language'),
      async ({ params: { id = '', language } }, reply) => {
        if (!isLanguage(language) || !/^[a-z\d]{0,40}$/.test(id)) return reply.callNotFound();
        // An old link, of somebody who withdrew or of an event that was deleted, shows our own image, as an unknown one does.
        const words = wordsOf(brand, (await find(id)) ?? sharedHome, language);
        const key = `share ${JSON.stringify(words)}`;
        const make = () => drawn(() => share(words, colours), SHARE_SIZE.width);
        return sendPng(reply, store, { key, make }, language);
      },
    );

  serve('home', async () => sharedHome);
  serve('event/:id', async (id) => {
    const event = /^[1-9]\d{0,8}$/.test(id) ? await eventById(ctx, Number(id)) : null;
    return event ? sharedEvent(event) : null;
  });
  serve('give/:id', async (id) => {
    const place = await givePlace(ctx, id);
    return place && sharedPerson(place.event, place.participant, place.named);
  });
}

export function wordsOf(brand: BrandFile, { event, person }: Shared, language: Language): ShareWords {
  const text = translator(language);
  return {
    number: person ? person.bib : text('share.cheer'),
    initials: person ? initials(person.name) : '',
    event: event ?? brand.name,
    name: person?.name ?? text('share.everybody'),
    line: text('home.heading'),
    brand: isOurs(brand) ? null : brand.name,
  };
}
