import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { languages, type Language } from '#domain/language.ts';

/** The colour that the style sheet already holds. */
export const OUR_COLOUR = '#c63d1c';

const link = z.string().regex(/^(https?:\/\/|mailto:|\/(?!\/))/, 'links begin with https://, mailto: or /');

const OUR_NAME = 'Givelap';

/** Nobody gave it another name or a logo. */
export const isOurs = ({ name, logo }: BrandFile): boolean => name === OUR_NAME && logo === null;

/** What each link of the footer is called in `locales/`; socials carry their own names. */
const contact = ['contact', 'jobs', 'faq'] as const;
const about = ['team', 'history', 'location', 'values', 'terms', 'privacy', 'accessibility', 'imprint'] as const;
export const footerNames = { contact, about } as const;
export type FooterName = (typeof contact)[number] | (typeof about)[number];

const Footer = z.strictObject({
  ...Object.fromEntries([...contact, ...about].map((name) => [name, link.optional()])),
  socials: z
    .array(z.strictObject({ name: z.string().min(1).max(30), href: link }))
    .max(3)
    .optional(),
});

const File = z.strictObject({
  name: z.string().min(1).max(40).default(OUR_NAME),
  logo: z.string().optional().describe('path of an SVG or PNG'),
  colour: z
    .string()
    .regex(/^#[0-9a-f]{6}$/i, 'must be a colour like #c63d1c')
    .default(OUR_COLOUR),
  footer: z.partialRecord(z.enum(languages), Footer).default({}),
  operator: z
    .strictObject({
      name: z.string().min(1),
      street: z.string().optional(),
      city: z.string().optional(),
      email: z.email().optional(),
    })
    .default({ name: OUR_NAME }),
});

type FooterLinks = Partial<Record<FooterName, string>> & {
  socials?: { name: string; href: string }[];
};

export interface BrandFile {
  name: string;
  colour: string;
  logo: { bytes: Buffer; type: string } | null;
  footer: Partial<Record<Language, FooterLinks>>;
  operator: { name: string; street: string | null; city: string | null; email: string | null };
}

/** The brand a visitor sees, from its JSON; throws with the place of the first fault. */
export function readBrand(json: unknown): BrandFile {
  const parsed = File.safeParse(json);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw new Error(`${issue?.path.join('.') || 'the file'}: ${issue?.message ?? 'cannot be understood'}`);
  }
  const { operator, ...file } = parsed.data;
  return {
    name: file.name,
    colour: file.colour,
    logo: file.logo ? readLogo(file.logo) : null,
    footer: file.footer,
    operator: {
      name: operator.name,
      street: operator.street ?? null,
      city: operator.city ?? null,
      email: operator.email ?? null,
    },
  };
}

function readLogo(path: string): BrandFile['logo'] {
  const type = path.endsWith('.svg') ? 'image/svg+xml' : path.endsWith('.png') ? 'image/png' : null;
  if (!type) throw new Error('logo: must be an .svg or .png file');
  return { bytes: readFileSync(path), type };
}
