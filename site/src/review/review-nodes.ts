import { review } from '../../content/review.ts'
import { REVIEW_DAYS_AGO } from '../articles/schedule.ts'
import { EDITION_DATE } from '../dates/edition-date.ts'
import { daysBefore } from '../dates/relative-date.ts'
import type { JsonLdNode } from '../document/json-ld.tsx'
import { absolute, SITE_ORIGIN } from '../document/origins.ts'
import { paths } from '../paths.ts'
import { pictureFiles, pictureUrl, searchPictures } from '../pictures/picture-files.ts'
import { gradedScore, MAX_SCORE } from './grade.ts'

/** The advertorial, called what it is, and its products with our notes on each. */
export function reviewNodes(): JsonLdNode[] {
  const url = absolute(paths.review)
  const author = { '@type': 'Person', name: review.author, url: absolute(paths.about) }
  return [
    {
      '@type': 'AdvertiserContentArticle',
      '@id': `${url}#article`,
      headline: review.title,
      description: review.excerpt,
      image: searchPictures(review.slug).map(absolute),
      datePublished: reviewPublished,
      author,
      sponsor: { '@type': 'Organization', name: review.sponsor.name },
      publisher: { '@id': `${SITE_ORIGIN}/#organisation` },
      mainEntityOfPage: url,
    },
    ...review.products.map((product) => ({
      '@type': 'Product',
      name: product.name,
      description: product.description,
      brand: { '@type': 'Brand', name: product.maker },
      image: absolute(pictureUrl(pictureFiles(product.image, 'square').name, 640, 'jpg')),
      review: {
        '@type': 'Review',
        author,
        isPartOf: { '@id': `${url}#article` },
        reviewRating: {
          '@type': 'Rating',
          ratingValue: gradedScore(product.score),
          bestRating: MAX_SCORE,
          worstRating: 0,
        },
        reviewBody: product.bottomLine,
        positiveNotes: notes(product.pros),
        negativeNotes: notes(product.cons),
      },
    })),
  ]
}

function notes(items: readonly string[]) {
  return {
    '@type': 'ItemList',
    itemListElement: items.map((name, index) => ({ '@type': 'ListItem', position: index + 1, name })),
  }
}

/** Day of publication, `YYYY-MM-DD`. */
export const reviewPublished = daysBefore(EDITION_DATE, REVIEW_DAYS_AGO)

/** The review's title wherever a link stands alone, without a label of its own beside it. */
export const labelledTitle = `${review.label}: ${review.title}`
