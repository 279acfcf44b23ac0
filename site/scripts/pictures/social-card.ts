import { join } from 'node:path'
import { publication } from '@half-measure/shared/publication.ts'
import sharp, { type Sharp } from 'sharp'
import { PAPER } from '../../src/pictures/inks.ts'
import type { CardText } from '../../src/pictures/picture-files.ts'
import { siteRoot } from '../build/site-files.ts'
import type { Image } from './encode.ts'

const [WIDTH, HEIGHT, MARGIN] = [1200, 630, 56]
/** Left of the print, which is a square. */
const COLUMN = WIDTH - HEIGHT - MARGIN - 40

const TITLE_SIZES = [68, 60, 52, 46] as const
const MOST_TITLE_HEIGHT = 330

/** Two short words at the end of a title, which stay on one line. */
const SHORT_END = /( \S{1,6}) (\S{1,6})$/

/** For images that are decoded again at once. */
const UNCOMPRESSED = { compressionLevel: 0 }

/** What shared links show of a piece: wordmark, title and byline beside its print. */
export async function socialCard(print: Sharp, { title, byline }: CardText): Promise<Image> {
  const [wordmark, names, heading] = await Promise.all([
    setLine(publication.name, 'display', 34),
    setLine(byline, 'labels', 22),
    setTitle(title.replace(SHORT_END, '$1\u00a0$2')),
  ])
  const card = sharp({ create: { width: WIDTH, height: HEIGHT, channels: 3, background: PAPER } }).composite([
    { input: await print.resize(HEIGHT, HEIGHT).png(UNCOMPRESSED).toBuffer(), left: WIDTH - HEIGHT, top: 0 },
    { input: wordmark.data, left: MARGIN, top: MARGIN },
    { input: heading.data, left: MARGIN, top: Math.round((HEIGHT - heading.info.height) / 2) },
    { input: names.data, left: MARGIN, top: HEIGHT - MARGIN - names.info.height },
  ])
  const pixels = await card.png(UNCOMPRESSED).toBuffer()
  return () => sharp(pixels)
}

const FACES = {
  // The family's name as the files spell it; the comma ends it.
  display: { font: 'Newsreader 16pt,', file: 'newsreader-display.ttf' },
  labels: { font: 'Inter,', file: 'inter-labels.ttf' },
}

/** Text as pixels with their own transparency, broken at a width. Both measures in pixels. */
function setLine(text: string, face: keyof typeof FACES, size: number, width = COLUMN) {
  const { font, file } = FACES[face]
  const escaped = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
  return sharp({
    text: {
      text: `<span foreground="#211913">${escaped}</span>`,
      font: `${font} ${size}`,
      fontfile: join(siteRoot, 'ebook/fonts', file),
      width,
      dpi: 72,
      rgba: true,
    },
  })
    .png(UNCOMPRESSED)
    .toBuffer({ resolveWithObject: true })
}

/** The title in the largest size that leaves room for the rest. */
async function setTitle(title: string) {
  for (const size of TITLE_SIZES) {
    const setting = await setLine(title, 'display', size)
    if (setting.info.height <= MOST_TITLE_HEIGHT) return balance(title, size, setting)
  }
  throw new Error(`no size for the title ${title}`)
}

/** The same number of lines in the narrowest width, so that no word is left alone on the last one. */
async function balance(title: string, size: number, widest: Awaited<ReturnType<typeof setLine>>) {
  let balanced = widest
  let [tooNarrow, wideEnough] = [0, COLUMN]
  while (wideEnough - tooNarrow > 4) {
    const width = Math.round((tooNarrow + wideEnough) / 2)
    const setting = await setLine(title, 'display', size, width)
    // Letters below the line make less of a difference than a line.
    if (setting.info.height < widest.info.height + size / 2) {
      balanced = setting
      wideEnough = width
    } else tooNarrow = width
  }
  return balanced
}
