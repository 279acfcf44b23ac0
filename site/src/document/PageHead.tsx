import { publication } from '@half-measure/shared/publication.ts'
import { absolute } from './origins.ts'

interface PageHeadProps {
  /** Without the publication's name; absent on the home page. */
  readonly title?: string
  readonly description: string
  readonly path: string
  readonly type?: 'article' | 'website'
}

/** What search engines and shared links show of a page. */
export function PageHead({ title, description, path, type = 'website' }: PageHeadProps) {
  const fullTitle = title ? `${title} | ${publication.name}` : `${publication.name}: ${publication.tagline}`
  return (
    <>
      <title>{fullTitle}</title>
      <meta name="description" content={description} />
      <link rel="canonical" href={absolute(path)} />
      <meta name="robots" content="max-image-preview:large" />
      <meta property="og:site_name" content={publication.name} />
      <meta property="og:type" content={type} />
      <meta property="og:title" content={title ?? publication.name} />
      <meta property="og:description" content={description} />
      <meta property="og:url" content={absolute(path)} />
      <meta property="og:locale" content={publication.language.replace('-', '_')} />
    </>
  )
}
