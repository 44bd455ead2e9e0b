import type { FastifyInstance, FastifyReply } from 'fastify';
import { paths } from '#contract/paths.ts';
import { accent } from '#domain/accent.ts';
import { card, type CardWords } from '#domain/draw/card.ts';
import { qr } from '#domain/draw/qr.ts';
import { isLanguage, type Language } from '#domain/language.ts';
import { initials } from '#domain/names.ts';
import { DEFAULT_UNIT, knownUnit } from '#domain/units.ts';
import { translator } from '#locales/messages.ts';
import type { Context } from '#server/context.ts';
import { fail, Failure } from '#server/failure.ts';
import { codeOf } from '#server/pictures/code.ts';
import { drawn } from '#server/pictures/raster.ts';
import { bytesOnly, ofVersion, type BytesStore } from '#server/http/bytes-store.ts';
import { problem } from '#server/http/failure.ts';
import { givePlace, type GivePlace } from '#server/payment-pages/actions.ts';

/** Somebody may be erased or another name be shown: nobody keeps it for longer. */
const HOUR = 'public, max-age=3600';
/** Enough for a poster. */
const PNG_WIDTH = 1480;

/** Cards to be printed and codes alone, drawn for the words that are true now. */
export function serveCards(app: FastifyInstance, ctx: Context, store: BytesStore): void {
  const { brand, publicUrl } = ctx.config;
  const colours = accent(brand.colour).light;

  app.get<{ Params: { page: string; language: string } }>(
    paths.cardPicture(':page', ':language'),
    async ({ params: { page, language } }, reply) => {
      const place = isLanguage(language) ? await onList(ctx, page) : null;
      if (!place || !isLanguage(language)) return reply.callNotFound();
      const words = cardWords(publicUrl, place, language);
      return sendDrawing(reply, card(words, codeOf(addressOf(publicUrl, place)), colours));
    },
  );

  app.get<{ Params: { page: string; format: string } }>(
    paths.qr(':page', ':format'),
    async ({ params: { page, format } }, reply) => {
      const place = format === 'svg' || format === 'png' ? await onList(ctx, page) : null;
      if (!place) return reply.callNotFound();
      const address = addressOf(publicUrl, place);
      if (format === 'svg') return sendDrawing(reply, qr(codeOf(address)));
      const image = await store.get(`qr ${address}`, ofVersion(0), async () => {
        const bytes = await drawn(() => qr(codeOf(address)), PNG_WIDTH);
        return bytes ? bytesOnly(bytes) : fail('unavailable');
      });
      if (image instanceof Failure) {
        const { status, headers, body } = problem(image, 'en');
        return reply.code(status).headers(headers).send(body);
      }
      return reply.headers({ 'content-type': 'image/png', 'cache-control': HOUR }).send(image.bytes.identity);
    },
  );
}

/** Who stands on no list has no card any more. */
async function onList(ctx: Context, page: string): Promise<GivePlace | null> {
  const place = await givePlace(ctx, page);
  return place?.participant.status === 'registered' ? place : null;
}

const addressOf = (publicUrl: string, { address }: GivePlace): string => publicUrl + paths.give(address);

function cardWords(publicUrl: string, place: GivePlace, language: Language): CardWords {
  const t = translator(language);
  const { participant, event } = place;
  const takesPledges = event.donation_per_unit === 'true';
  const typed = event.donation_unit_description?.trim() || DEFAULT_UNIT;
  const known = knownUnit(typed);
  const ways = event.takes_gifts ? (takesPledges ? 'both' : 'gift') : 'pledge';
  return {
    number: participant.bib,
    initials: initials(participant.name),
    event: event.name,
    name: participant.name,
    call: t('card.call'),
    ways: t(`card.ways.${ways}`, { unit: known ? t(`unit.${known}`, { count: 1 }) : typed }),
    address: addressOf(publicUrl, place).replace(/^https?:\/\//, ''),
  };
}

/** Opened alone it is a document of its own, which may do nothing but look as it does. */
function sendDrawing(reply: FastifyReply, svg: string) {
  return reply
    .headers({
      'content-type': 'image/svg+xml',
      'cache-control': HOUR,
      'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
    })
    .send(svg);
}
