import type { Context } from '#server/context.ts';
import { transaction } from '#server/db/transaction.ts';
import { Failure } from '#server/failure.ts';
import { setPicture, takePicture } from '#server/pictures/actions.ts';
import { listWithoutPicture, lockEvent } from './queries.ts';

/**
 * Asks again for pictures whose host did not answer when the event was saved. Nobody claims them: the few that are
 * missing at once cost each instance a fetch, and the first one that has a picture wins.
 */
export async function fetchMissingPictures(ctx: Context): Promise<void> {
  for (const { id, image_url } of await listWithoutPicture(ctx.db)) {
    const picture = image_url && (await takePicture(ctx, image_url));
    if (!picture || picture instanceof Failure) continue;
    await transaction(ctx.db, async (tx) => {
      const event = await lockEvent(tx, id);
      if (event?.image_url === image_url && !event.picture) await setPicture(tx, id, picture);
    });
  }
}
