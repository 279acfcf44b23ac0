import { existsSync } from 'node:fs'
import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { basename, join } from 'node:path'
import sharp from 'sharp'
import { z } from 'zod'
import { type CropName, CROPS } from '../../src/pictures/crops.ts'
import { pictureUrl, type PictureFiles, type PictureFormat } from '../../src/pictures/picture-files.ts'
import { WIDTH } from '../../src/pictures/shapes.ts'
import { siteRoot, writeFileAtomically } from '../build/site-files.ts'
import { encode, findQuality, type Image } from './encode.ts'
import { print, type Print } from './print.ts'
import { socialCard } from './social-card.ts'

const CACHE = join(siteRoot, '.cache/pictures')

/** The AVIF quality of each picture, by name; kept in git, so each is searched for only once. */
const QUALITIES = join(siteRoot, 'content/picture-qualities.json')
const Qualities = z.record(z.string(), z.int())

/** Pixels; larger than the largest file, so that downscaling smooths every file. */
const SHEET_WIDTH = 2000

interface File {
  readonly name: string
  readonly width: number
  readonly format: PictureFormat
}

/**
 * Copies the pictures' files to `folder`, printing those that the cache does not hold.
 *
 * @returns AVIF qualities: those of `picture-qualities.json` and new ones.
 */
export async function printPictures(
  pictures: readonly PictureFiles[],
  folder: string,
): Promise<ReadonlyMap<string, number>> {
  await mkdir(CACHE, { recursive: true })
  await mkdir(folder, { recursive: true })
  const bySlug = [...Map.groupBy(pictures, ({ slug }) => slug).values()]
  const missing = bySlug.filter((crops) => crops.flatMap(filesOf).some(isMissing))
  const qualities = new Map(Object.entries(await readQualities()))
  // One encoder per core, and one extra sheet, which this thread prints meanwhile.
  sharp.concurrency(1)
  const queue = [...missing]
  let done = 0
  const worker = async () => {
    for (let crops = queue.shift(); crops; crops = queue.shift()) {
      await printCrops(crops, qualities)
      if (++done % 5 === 0 || done === missing.length) console.log(`  pictures ${done} of ${missing.length}`)
    }
  }
  await Promise.all(Array.from({ length: availableParallelism() + 1 }, worker))
  const files = pictures.flatMap(filesOf)
  await Promise.all(files.map(({ name }) => copyFile(join(CACHE, name), join(folder, name))))
  return qualities
}

/** Saves the qualities of new pictures and drops those of removed ones; a change to commit. */
export async function recordQualities(
  pictures: readonly PictureFiles[],
  qualities: ReadonlyMap<string, number>,
): Promise<void> {
  const names = pictures.map(({ name }) => name).filter((name) => qualities.has(name))
  const text = JSON.stringify(
    Object.fromEntries(names.toSorted().map((name) => [name, qualities.get(name)])),
    null,
    2,
  )
  if (text === JSON.stringify(await readQualities(), null, 2)) return
  await writeFile(QUALITIES, `${text}\n`)
  console.log('  Picture qualities have changed: commit site/content/picture-qualities.json.')
}

async function readQualities(): Promise<Record<string, number>> {
  return Qualities.parse(JSON.parse(await readFile(QUALITIES, 'utf8')))
}

/** All crops of one slug are cut from one sheet. */
async function printCrops(crops: readonly PictureFiles[], qualities: Map<string, number>): Promise<void> {
  const [first] = crops
  if (!first) return
  const sheet = await print(first.scene, first.slug, SHEET_WIDTH)
  await Promise.all(
    crops.map(async (picture) => {
      const image = picture.words
        ? await socialCard(cut(sheet, 'square')(), picture.words)
        : cut(sheet, picture.crop)
      const widths = picture.files.flatMap((file) => (file.format === 'avif' ? [file.width] : []))
      const quality =
        qualities.get(picture.name) ??
        (widths.length > 0 ? await findQuality(image, picture.ratio, widths) : 0)
      if (widths.length > 0) qualities.set(picture.name, quality)
      const files = filesOf(picture).filter(isMissing)
      await Promise.all(
        files.map(async (file) =>
          writeFileAtomically(join(CACHE, file.name), await encode(image, file, quality)),
        ),
      )
    }),
  )
}

function cut({ data, width: sheetWidth, height: sheetHeight }: Print, crop: CropName): Image {
  const scale = SHEET_WIDTH / WIDTH
  const { x, y, width, height } = CROPS[crop]
  const area = {
    left: Math.round(x * scale),
    top: Math.round(y * scale),
    width: Math.round(width * scale),
    height: Math.round(height * scale),
  }
  return () => sharp(data, { raw: { width: sheetWidth, height: sheetHeight, channels: 3 } }).extract(area)
}

function filesOf({ name, files }: PictureFiles): File[] {
  return files.map(({ width, format }) => ({
    width,
    format,
    name: basename(pictureUrl(name, width, format)),
  }))
}

function isMissing({ name }: File): boolean {
  return !existsSync(join(CACHE, name))
}
