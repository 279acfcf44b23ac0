import { publication } from '@half-measure/shared/publication.ts'
import { type Author, authorNamed } from '../../content/authors.ts'
import type { Article } from '../articles/article.ts'
import { SITE_ORIGIN_PLACEHOLDER } from '@half-measure/shared/placeholders.ts'
import { absolute, paths } from '../paths.ts'
import { pictureFiles, pictureUrl, searchPictures } from '../pictures/picture-files.ts'

export interface JsonLdNode {
  readonly '@type': string
  readonly [key: string]: unknown
}

export function JsonLd({ graph }: { readonly graph: readonly JsonLdNode[] }) {
  return (
    <script
      type="application/ld+json"
      dangerouslySetInnerHTML={{ __html: scriptSafe({ '@context': 'https://schema.org', '@graph': graph }) }}
    />
  )
}

/** JSON that is safe inside a script element. */
export function scriptSafe(value: object): string {
  return JSON.stringify(value).replaceAll('<', String.raw`\u003c`)
}

const ORGANISATION = `${SITE_ORIGIN_PLACEHOLDER}/#organisation`
const WEBSITE = `${SITE_ORIGIN_PLACEHOLDER}/#website`

export function organisationNode(): JsonLdNode {
  return {
    '@type': 'NewsMediaOrganization',
    '@id': ORGANISATION,
    name: publication.name,
    slogan: publication.tagline,
    url: absolute(paths.home),
    email: publication.mailboxes.general,
    logo: absolute('/icon-512.png'),
    ethicsPolicy: absolute(paths.affiliateDisclosure),
    correctionsPolicy: absolute(paths.corrections),
    masthead: absolute(paths.masthead),
  }
}

/** An author, by their page. */
export function personNode({ slug, name, role, note }: Author): JsonLdNode {
  const url = absolute(paths.author(slug))
  return {
    '@type': 'Person',
    '@id': `${url}#person`,
    name,
    url,
    jobTitle: role,
    description: note,
    image: absolute(pictureUrl(pictureFiles(slug, 'square').name, 640, 'jpg')),
    worksFor: { '@id': ORGANISATION },
  }
}

/** The site as a whole, which names its publisher. */
export function websiteNode(): JsonLdNode {
  return {
    '@type': 'WebSite',
    '@id': WEBSITE,
    name: publication.name,
    description: publication.description,
    url: absolute(paths.home),
    inLanguage: publication.language,
    publisher: { '@id': ORGANISATION },
  }
}

/** Breadcrumbs from the home page; `steps` are names and paths, the page itself last. */
export function breadcrumbNode(...steps: (readonly [name: string, path: string])[]): JsonLdNode {
  const way = [[publication.name, paths.home] as const, ...steps]
  return {
    '@type': 'BreadcrumbList',
    itemListElement: way.map(([name, path], index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name,
      item: absolute(path),
    })),
  }
}

export function articleNode(article: Article): JsonLdNode {
  const url = absolute(paths.article(article.slug))
  return {
    '@type': 'Article',
    '@id': `${url}#article`,
    headline: article.title,
    description: article.excerpt,
    articleSection: article.category,
    image: searchPictures(article.slug).map(absolute),
    datePublished: article.published,
    dateModified: article.updated ?? article.published,
    author: personNode(authorNamed(article.author)),
    publisher: organisationNode(),
    isPartOf: websiteNode(),
    mainEntityOfPage: url,
    timeRequired: `PT${article.readMinutes}M`,
    inLanguage: publication.language,
  }
}
