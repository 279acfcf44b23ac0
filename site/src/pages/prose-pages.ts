import type { ProseBody } from '../articles/article.ts'
import type { PageFrontmatter } from '../articles/frontmatter.ts'

interface ProseModule {
  readonly default: ProseBody
  readonly frontmatter: PageFrontmatter
}

export interface ProsePageContent extends PageFrontmatter {
  readonly Body: ProseBody
}

const modules = import.meta.glob<ProseModule>(['../../content/*.mdx', '../../content/legal/*.mdx'], {
  eager: true,
})

/** Prose that is a page, or part of one, by its file's name under `content/` without the ending. */
export function prosePage(name: string): ProsePageContent {
  const module = modules[`../../content/${name}.mdx`]
  if (!module) throw new Error(`there is no content/${name}.mdx`)
  return { ...module.frontmatter, Body: module.default }
}
