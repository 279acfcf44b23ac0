import type { ComponentType } from 'react'
import type { ArticleFrontmatter } from './frontmatter.ts'
import type { ArticleSlug } from './schedule.ts'

/** Components that prose may use, by the name it uses them under. */
export type ProseComponents = Record<string, ComponentType<never>>

export interface Article extends ArticleFrontmatter {
  readonly slug: ArticleSlug
  /** Day of publication, `YYYY-MM-DD`. */
  readonly published: string
  readonly Body: ComponentType<{ components?: ProseComponents }>
}
