import type { ComponentType } from 'react'
import type { ArticleFrontmatter } from './frontmatter.ts'
import type { ArticleSlug } from './schedule.ts'

/** Components that prose may use, by the name it uses them under. */
export type ProseComponents = Record<string, ComponentType<never>>

/** Prose, compiled from MDX. */
export type ProseBody = ComponentType<{ components?: ProseComponents }>

/** A section's title and its anchor. */
export interface Heading {
  readonly id: string
  readonly text: string
}

/** What the build finds in prose. */
export interface ProseMetadata {
  readonly headings: readonly Heading[]
  /** The first pull quote's text. */
  readonly pullQuote: string | undefined
}

export interface Article extends ArticleFrontmatter, ProseMetadata {
  readonly slug: ArticleSlug
  /** Day of publication, `YYYY-MM-DD`. */
  readonly published: string
  readonly Body: ProseBody
}
