import { publication } from '@half-measure/shared/publication.ts'
import { pictureFiles, pictureUrl } from '../pictures/picture-files.ts'
import { breadcrumbNode, JsonLd, type JsonLdNode } from './json-ld.tsx'
import { absolute } from '../paths.ts'

export interface PageHeadProps {
  /** Without the publication's name; absent on the home page. */
  readonly title?: string
  readonly description: string
  readonly path: string
  readonly article?: {
    readonly author: string
    readonly section: string
    readonly published: string
    readonly updated?: string | undefined
  }
  /** The picture of shared links: an article's slug, or the house's own. */
  readonly picture?: string
  readonly pictureAlt?: string
  /** What the page is about, for search engines; by default its place below the home page. */
  readonly graph?: readonly JsonLdNode[]
  /** False for pages that search engines should leave out. */
  readonly indexed?: boolean
}

/** Metadata for search engines and shared links. React moves it into the document's head. */
export function PageHead({
  title,
  description,
  path,
  article,
  picture = 'half-measure',
  pictureAlt = `${publication.name}: ${publication.tagline}`,
  indexed = true,
  graph = title && indexed ? [breadcrumbNode([title, path])] : [],
}: PageHeadProps) {
  const fullTitle = title ? `${title} | ${publication.name}` : `${publication.name}: ${publication.tagline}`
  const words = article && title ? { title, byline: `${article.author} · ${article.section}` } : undefined
  const card = absolute(pictureUrl(pictureFiles(picture, 'card', words).name, 1200, 'jpg'))
  // The card shows its words beside the picture.
  const cardAlt = words ? `${words.title}. ${words.byline}. ${pictureAlt}` : pictureAlt
  return (
    <>
      <title>{fullTitle}</title>
      <meta name="description" content={description} />
      {indexed && <link rel="canonical" href={absolute(path)} />}
      <meta name="robots" content={indexed ? 'max-image-preview:large' : 'noindex'} />
      <meta property="og:site_name" content={publication.name} />
      <meta property="og:type" content={article ? 'article' : 'website'} />
      <meta property="og:title" content={title ?? publication.name} />
      <meta property="og:description" content={description} />
      <meta property="og:url" content={absolute(path)} />
      <meta property="og:locale" content={publication.language.replace('-', '_')} />
      <meta property="og:image" content={card} />
      <meta property="og:image:width" content="1200" />
      <meta property="og:image:height" content="630" />
      <meta property="og:image:alt" content={cardAlt} />
      <meta name="twitter:card" content="summary_large_image" />
      {article && (
        <>
          <meta property="article:published_time" content={article.published} />
          {article.updated && <meta property="article:modified_time" content={article.updated} />}
          <meta property="article:section" content={article.section} />
          <meta name="author" content={article.author} />
        </>
      )}
      {graph.length > 0 && <JsonLd graph={graph} />}
    </>
  )
}
