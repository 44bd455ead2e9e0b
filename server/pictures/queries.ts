import type { Insertable } from 'kysely';
import type { PictureFormat } from '#domain/picture.ts';
import type { Database, Tx } from '#server/db/connect.ts';
import type { Tables } from '#server/db/tables.ts';

export async function insertImages(tx: Tx, images: Insertable<Tables['event_images']>[]): Promise<void> {
  await tx.insertInto('event_images').values(images).execute();
}

export async function deleteImages(tx: Tx, eventId: number): Promise<void> {
  await tx.deleteFrom('event_images').where('event_id', '=', eventId).execute();
}

/** The same file may be the picture of several events. */
export function findImage(db: Database, hash: string, width: number, format: PictureFormat) {
  return db
    .selectFrom('event_images')
    .select('bytes')
    .where('hash', '=', hash)
    .where('width', '=', width)
    .where('format', '=', format)
    .limit(1)
    .executeTakeFirst();
}
