import { afterFirstPaint, afterPaint } from '../client/after-paint.ts'

/** The face of each family that every page uses; italics and others load on the pages that use them. */
const FAMILIES = [
  { family: 'display', face: "460 1em 'Newsreader Display'" },
  { family: 'serif', face: "400 1em 'Newsreader Text'" },
  { family: 'labels', face: "450 1em 'Inter Labels'" },
]

/**
 * Sets the page in our fonts, which the browser fetches only now; until then it uses the fallback fonts of
 * `fonts.css`. The first screen appears sooner, because text and picture have the connection to themselves. Resolves
 * once our fonts are applied or have failed to load.
 */
export async function startWebFonts(): Promise<void> {
  // From another page of ours: the cache has them.
  if (!document.referrer.startsWith(`${location.origin}/`)) {
    if (document.readyState !== 'complete')
      await new Promise((resolve) => addEventListener('load', resolve, { once: true }))
    await afterFirstPaint()
  }
  await setInWebFonts()
}

/** One family after the other, so that laying the page out again never holds a slow phone up for long. */
async function setInWebFonts(): Promise<void> {
  await Promise.allSettled(FAMILIES.map(({ face }) => document.fonts.load(face)))
  const { dataset } = document.documentElement
  for (const { family } of FAMILIES) {
    dataset['webFonts'] = `${dataset['webFonts'] ?? ''} ${family}`
    await afterPaint()
  }
}
