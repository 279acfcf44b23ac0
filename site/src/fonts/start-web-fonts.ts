/** The face of each family that every page is set in; italics and others follow on the pages that have them. */
const FAMILIES = [
  { family: 'display', face: "460 1em 'Newsreader Display'" },
  { family: 'serif', face: "400 1em 'Newsreader Text'" },
  { family: 'labels', face: "450 1em 'Inter Labels'" },
]

/**
 * Sets the page in our fonts, which the browser fetches only now; until then it uses the fallback fonts of `fonts.css`. The
 * first screen appears sooner, because text and picture have the connection to themselves.
 * Resolves once the page is set in them, or they cannot be had.
 */
export async function startWebFonts(): Promise<void> {
  // From another page of ours: the cache has them.
  if (!document.referrer.startsWith(`${location.origin}/`)) {
    if (document.readyState !== 'complete')
      await new Promise((resolve) => addEventListener('load', resolve, { once: true }))
    await afterPaint()
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

/** Resolves once what is there now has been painted. */
function afterPaint(): Promise<unknown> {
  return new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
}
