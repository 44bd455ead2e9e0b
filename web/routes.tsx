import type { ComponentType } from 'react';
import type { PageName, Pages } from '#contract/pages.ts';

export type View<P extends PageName> = ComponentType<Pages[P]>;

/** The whole site on one page: each in a file of its own, `{name}-page.tsx`, and in the browser in its own chunk. */
export const pages: { [P in PageName]: () => Promise<View<P>> } = {
  home: async () => (await import('./public/home-page.tsx')).HomePage,
  participants: async () => (await import('./public/participants-page.tsx')).ParticipantsPage,
  give: async () => (await import('./public/give-page.tsx')).GivePage,
  card: async () => (await import('./public/card-page.tsx')).CardPage,
  gift: async () => (await import('./public/gift-page.tsx')).GiftPage,
  'pledge-sent': async () => (await import('./public/pledge-sent-page.tsx')).PledgeSentPage,
  'pledge-result': async () => (await import('./public/pledge-result-page.tsx')).PledgeResultPage,
  callback: async () => (await import('./public/callback-page.tsx')).CallbackPage,
  legal: async () => (await import('./public/legal-page.tsx')).LegalPage,
  'api-docs': async () => (await import('./public/api-docs-page.tsx')).ApiDocsPage,
  'no-access': async () => (await import('./public/no-access-page.tsx')).NoAccessPage,
  'not-found': async () => (await import('./public/not-found-page.tsx')).NotFoundPage,
  error: async () => (await import('./public/error-page.tsx')).ErrorPage,
  admin: async () => (await import('./admin/admin-page.tsx')).AdminPage,
  profile: async () => (await import('./admin/profile-page.tsx')).ProfilePage,
};

/** In the same tree on the server and in the browser, or hydration would not find it. */
export function open<P extends PageName>(name: P): Promise<View<P>> {
  return pages[name]();
}
