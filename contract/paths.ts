/** The addresses people see. Whatever leads to one asks here; only a router's own table spells its part once more. */
export const paths = {
  home: '/',
  participants: '/participants',
  event: (slug: string) => `/participants/${slug}`,
  give: (page: string | number) => `/give/${page}`,
  card: (page: string | number) => `/give/${page}/card`,
  cardPicture: (page: string | number, language: string) => `/cards/${page}/${language}.svg`,
  qr: (page: string | number, format: string) => `/cards/${page}/qr.${format}`,
  /** `came`: what the payment page says of it on the way back. */
  gift: (id: string, came?: Return) => `/gift/${id}${came ? `?came=${came}` : ''}`,
  pledgeSent: (receipt: string) => `/donation/sent/${receipt}`,
  pledgeResult: (action: 'confirm' | 'cancel', token: string) => `/donation/${action}/${token}`,
  picture: (hash: string, width: string | number, format: string) => `/pictures/${hash}-${width}.${format}`,
  share: (subject: string, language: string) => `/share/${subject}/${language}.png`,
  icon: (name: string | number) => `/icons/${name}.png`,
  manifest: '/manifest.webmanifest',
  sitemap: '/sitemap.xml',
  apiDocs: '/api/docs',
  openApi: '/api/openapi.json',
  admin: '/admin',
  adminTab: (tab: AdminTab) => (tab === 'dashboard' ? '/admin' : `/admin/${tab}`),
  profile: '/admin/profile',
  signIn: '/auth/keycloak',
  callback: '/auth/keycloak/callback',
  signOut: '/auth/logout',
  signOutByProvider: '/auth/backchannel-logout',
  legal: (page: LegalPage) => `/${page}`,
} as const;

/** Not paid, as the payment page says; only the provider itself knows. */
export const returns = ['failed', 'cancelled'] as const;
export type Return = (typeof returns)[number];

export const legalPages = ['contact', 'terms', 'privacy', 'accessibility', 'imprint'] as const;
export type LegalPage = (typeof legalPages)[number];

export const adminTabs = ['dashboard', 'events', 'participants', 'donations', 'pledges', 'emails', 'settings'] as const;
export type AdminTab = (typeof adminTabs)[number];
