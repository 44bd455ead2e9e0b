/** Event pictures have one shape, so that every page knows their place before they are there. */
export const PICTURE_RATIO = 1.6;

/** From a small card on a plain screen to half a wide page on a fine one. */
export const PICTURE_WIDTHS = [320, 640, 960, 1440] as const;

/** The small one, and the one that every program reads. */
export const pictureFormats = ['avif', 'jpeg'] as const;
export type PictureFormat = (typeof pictureFormats)[number];
