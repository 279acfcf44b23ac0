import { SITE_ORIGIN_PLACEHOLDER } from '@half-measure/shared/placeholders.ts'
import { publication } from '@half-measure/shared/publication.ts'
import { renderToStaticMarkup } from 'react-dom/server'
import { Prose } from '../articles/Prose.tsx'
import type { Article } from '../articles/article.ts'
import { articles } from '../articles/library.ts'
import { BUILD_DAY } from '../dates/edition-date.ts'
import { absolute, paths } from '../paths.ts'

/** `rss.xml`: every article in full, newest first. */
export function rss(): string {
  const { name, description, language } = publication
  return `<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom" xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:dc="http://purl.org/dc/elements/1.1/">
<channel>
<title>${escapeXml(name)}</title>
<link>${absolute(paths.home)}</link>
<description>${escapeXml(description)}</description>
<language>${language.toLowerCase()}</language>
<lastBuildDate>${atMorning(BUILD_DAY)}</lastBuildDate>
<atom:link href="${absolute(paths.rss)}" rel="self" type="application/rss+xml"/>
${articles.map(item).join('')}</channel>
</rss>
`
}

function item(article: Article): string {
  const url = absolute(paths.article(article.slug))
  return `<item>
<title>${escapeXml(article.title)}</title>
<link>${url}</link>
<guid isPermaLink="true">${url}</guid>
<pubDate>${atMorning(article.published)}</pubDate>
<dc:creator>${escapeXml(article.author)}</dc:creator>
<category>${escapeXml(article.category)}</category>
<description>${escapeXml(article.excerpt)}</description>
<content:encoded>${escapeXml(body(article, url))}</content:encoded>
</item>
`
}

/** Feed readers resolve neither paths nor anchors. */
function body({ Body, standfirst, kind, kindNote }: Article, url: string): string {
  const prose = renderToStaticMarkup(<Prose Body={Body} />)
  return (
    `<p><em>${escapeXml(standfirst)}</em></p><p><strong>${kind}</strong> ${escapeXml(kindNote)}</p>${prose}`
      // Copies of the notes, for the margin that a feed does not have.
      .replaceAll(/<span class="sidenote".*?<\/span>/gs, '')
      // One file of each picture will do.
      .replaceAll(/<source[^>]*>/g, '')
      .replaceAll(/ (href|src)="\//g, ` $1="${SITE_ORIGIN_PLACEHOLDER}/`)
      .replaceAll('href="#', `href="${url}#`)
  )
}

/** The magazine comes out at six in the morning, UTC; RFC 822. */
function atMorning(day: string): string {
  return new Date(`${day}T06:00:00Z`).toUTCString()
}

const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
}

/** Text as it may stand in XML, in elements and attributes. */
export function escapeXml(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => ENTITIES[character] ?? character)
}
