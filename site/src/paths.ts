/** Every address of the site is made here. */
export const paths = {
  home: '/',
  article: (slug: string) => `/articles/${slug}`,
  cookiePolicy: '/cookie-policy',
  stories: '/stories',
  about: '/about',
  philosophy: '/philosophy',
  newsletter: '/newsletter',
  contact: '/contact',
} as const
