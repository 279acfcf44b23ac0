import { authorNamed } from '../../content/authors.ts'
import { review } from '../../content/review.ts'
import { REVIEW_DAYS_AGO } from '../articles/schedule.ts'
import { EDITION_DATE } from '../dates/edition-date.ts'
import { daysBefore } from '../dates/relative-date.ts'
import { type JsonLdNode, organisationNode, personNode } from '../document/json-ld.tsx'
import { absolute, paths } from '../paths.ts'
import { searchPictures } from '../pictures/picture-files.ts'

/** The advertorial, called what it is. Its marks were paid for, so search engines get no ratings. */
export function reviewNode(): JsonLdNode {
  const url = absolute(paths.review)
  return {
    '@type': 'AdvertiserContentArticle',
    '@id': `${url}#article`,
    headline: review.title,
    description: review.excerpt,
    image: searchPictures(review.slug).map(absolute),
    datePublished: reviewPublished,
    author: personNode(authorNamed(review.author)),
    sponsor: { '@type': 'Organization', name: review.sponsor.name },
    publisher: organisationNode(),
    mainEntityOfPage: url,
  }
}

/** Day of publication, `YYYY-MM-DD`. */
export const reviewPublished = daysBefore(EDITION_DATE, REVIEW_DAYS_AGO)

/** The review's title for links without a label beside them. */
export const labelledTitle = `${review.label}: ${review.title}`
