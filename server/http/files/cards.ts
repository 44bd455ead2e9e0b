import type { FastifyInstance, FastifyReply } from 'fastify';
import { paths } from '#contract/paths.ts';
import { accent } from '#domain/accent.ts';
import { card, type CardWords } from '#domain/draw/card.ts';
import { qr } from '#domain/draw/qr.ts';
import { isLanguage, type Language } from '#domain/language.ts';
import { initials } from '#domain/names.ts';
import { takesPledges } from '#domain/pledge.ts';
import { translator } from '#locales/messages.ts';
import { unitWord } from '#locales/units.ts';
import type { Context } from '#server/context.ts';
import { keptFor } from '#server/http/headers.ts';
import { qrCodeOf } from '#server/pictures/qr-code.ts';
import { drawn } from '#server/pictures/raster.ts';
import type { BytesStore } from '#server/http/stored/bytes-store.ts';
import { cardPlace, type GivePlace } from '#server/payment-pages/actions.ts';
import { sendPng } from './png.ts';

/** Enough for a poster. */
const PNG_WIDTH = 1480;

/** Cards to be printed and codes alone, drawn for the words that are true now. */
export function serveCards(app: FastifyInstance, ctx: Context, store: BytesStore): void {
  const { brand, publicUrl } = ctx.config;
  const colours = accent(brand.colour).light;

  app.get<{ Params: { page: string; language: string } }>(
    paths.cardPicture(':page', ':language'),
    async ({ params: { page, language } }, reply) => {
      const place = isLanguage(language) ? await cardPlace(ctx, page) : null;
      if (!place || !isLanguage(language)) return reply.callNotFound();
      const words = cardWords(publicUrl, place, language);
      return sendDrawing(reply, card(words, qrCodeOf(addressOf(publicUrl, place)), colours));
    },
  );

  app.get<{ Params: { page: string; format: string } }>(
    paths.qr(':page', ':format'),
    async ({ params: { page, format } }, reply) => {
      const place = format === 'svg' || format === 'png' ? await cardPlace(ctx, page) : null;
      if (!place) return reply.callNotFound();
      const address = addressOf(publicUrl, place);
      if (format === 'svg') return sendDrawing(reply, qr(qrCodeOf(address)));
      return sendPng(
        reply,
        store,
        { key: `qr ${address}`, make: () => drawn(() => qr(qrCodeOf(address)), PNG_WIDTH) },
        'en',
      );
    },
  );
}

const addressOf = (publicUrl: string, { address }: GivePlace): string => publicUrl + paths.give(address);

function cardWords(publicUrl: string, place: GivePlace, language: Language): CardWords {
  const t = translator(language);
  const { participant, event } = place;
  const ways = event.takes_gifts ? (takesPledges(event) ? 'both' : 'gift') : 'pledge';
  return {
    number: participant.bib,
    initials: initials(participant.name),
    event: event.name,
    name: participant.name,
    call: t('card.call'),
    ways: t(`card.ways.${ways}`, { unit: unitWord(t, event.donation_unit_description) }),
    address: addressOf(publicUrl, place).replace(/^https?:\/\//, ''),
  };
}

/** Opened alone it is a document of its own, which may do nothing but look as it does. */
function sendDrawing(reply: FastifyReply, svg: string) {
  return reply
    .headers({
      'content-type': 'image/svg+xml',
      'cache-control': keptFor.hour,
      'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
    })
    .send(svg);
}
