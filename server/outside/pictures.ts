import type { AllowedHost } from '#server/config.ts';
import { PictureFailed, type Pictures } from '#server/services/pictures.ts';
import { guardedFetch } from './guarded-fetch.ts';

/** Event pictures, wherever an organiser has put them on the open net; `inside` names machines of the house as well. */
export function pictureWeb(inside: AllowedHost[]): Pictures {
  const web = guardedFetch({
    hosts: inside,
    anyPublic: true,
    accept: 'image/avif, image/webp, image/png, image/jpeg',
    limits: { bytes: 10_000_000, milliseconds: 15_000 },
    failed: (fault) => new PictureFailed(fault),
  });
  return {
    fetchPicture: async (address) => {
      const url = URL.parse(address);
      if (!url) throw new PictureFailed('host');
      return web.get(url);
    },
  };
}
