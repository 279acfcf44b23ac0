import type { Scene } from './picture.ts'
import { professionalDayDrinking } from './scenes/professional-day-drinking.ts'
import { stillLife } from './scenes/still-life.ts'

const SCENES: Record<string, () => Scene> = {
  'professional-day-drinking': professionalDayDrinking,
}

/** The scene drawn for a slug, or a still life that the slug arranges. */
export function sceneFor(slug: string): Scene {
  return SCENES[slug]?.() ?? stillLife(slug)
}
