import { publication } from '@half-measure/shared/publication.ts'

/** Where the links in the newsletter's mails lead, and what mailbox providers are told. */
export function newsletterAddresses(site: string) {
  return {
    /** A page with a button: mail scanners follow links. */
    confirm: (token: string) => `${site}/newsletter/confirm?token=${token}`,
    unsubscribe: (token: string) => `${site}/newsletter/unsubscribe?token=${token}`,
    /** A page with a button as well, so that a download is a reader's and can be counted. */
    guide: (token: string) => `${site}${guidePagePath(token)}`,
    /** RFC 8058: the mail program's own button, which sends a POST. RFC 2919: by which readers sort their mail. */
    leaveHeaders: (token: string) => ({
      'List-Unsubscribe': `<${site}/api/newsletter/unsubscribe?token=${token}>`,
      'List-Id': `${publication.newsletter} <friday-edition.${new URL(site).hostname}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    }),
  }
}

/** The page that offers the guide. */
export function guidePagePath(token: string): string {
  return `/newsletter/guide?token=${token}`
}

/** The guide itself. */
export function guidePath(token: string): string {
  return `/api/newsletter/guide?token=${token}`
}
