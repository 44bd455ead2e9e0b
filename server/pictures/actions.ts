import type { PictureFormat } from '#domain/picture.ts';
import type { TextKey } from '#locales/messages.ts';
import type { Context } from '#server/context.ts';
import type { Tx } from '#server/db/connect.ts';
import { fail, type Failure } from '#server/failure.ts';
import { faultOf } from '#server/log.ts';
import type { FetchFault } from '#server/services/fetch-fault.ts';
import { PictureFailed } from '#server/services/pictures.ts';
import { deleteImages, findImage, insertImages } from './queries.ts';
import { recode, type Recoded, type Unfit } from './raster.ts';

type Fault = FetchFault | Unfit['fault'];

/** What somebody can do about an address that gives no picture; who does not answer now may answer later. */
const advice: Record<Exclude<Fault, 'unreachable' | 'slow' | 'busy'>, TextKey> = {
  host: 'field.pictureHost',
  status: 'field.pictureMissing',
  redirect: 'field.pictureRedirect',
  size: 'field.pictureSize',
  shape: 'field.pictureShape',
  pixels: 'field.picturePixels',
};

/** Fetched and re-encoded; takes seconds, and belongs outside of any transaction. Null while nobody answers there. */
export async function takePicture(ctx: Context, address: string): Promise<Recoded | null | Failure<'invalid'>> {
  const taken = await fetched(ctx, address);
  if ('files' in taken) return taken;
  const { fault, cause } = taken;
  // No memory and no time look to the decoder like a broken picture; what it says tells them apart.
  ctx.log.info({ fault, ...(cause !== undefined && faultOf(cause)) }, 'picture not taken');
  if (fault === 'unreachable' || fault === 'slow' || fault === 'busy') return null;
  return fail('invalid', { fields: { image_url: advice[fault] } });
}

async function fetched({ pictures }: Context, address: string): Promise<Recoded | { fault: Fault; cause?: unknown }> {
  try {
    return await recode(await pictures.fetchPicture(address));
  } catch (error) {
    if (error instanceof PictureFailed) return { fault: error.fault };
    throw error;
  }
}

/** The event's picture from now on; null for none. */
export async function setPicture(tx: Tx, eventId: number, picture: Recoded | null): Promise<void> {
  await deleteImages(tx, eventId);
  if (!picture) return;
  const { hash, files } = picture;
  await insertImages(
    tx,
    files.map((file) => ({ event_id: eventId, hash, ...file })),
  );
}

export async function pictureFile(ctx: Context, hash: string, width: number, format: PictureFormat) {
  return (await findImage(ctx.db, hash, width, format))?.bytes ?? null;
}
