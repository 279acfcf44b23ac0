import { existsSync } from 'node:fs'
import { copyFile, mkdir } from 'node:fs/promises'
import { basename, join } from 'node:path'
import sharp, { type Sharp } from 'sharp'
import { CROPS } from '../../src/pictures/crops.ts'
import { pictureUrl, type PictureFiles, type PictureFormat } from '../../src/pictures/picture-files.ts'
import { WIDTH } from '../../src/pictures/shapes.ts'
import { siteRoot } from '../build/site-root.ts'
import { writeWhole } from '../build/write-whole.ts'
import { encode, encodeAvifs } from './encode.ts'
import { print } from './print.ts'

const cacheFolder = join(siteRoot, '.cache/pictures')

/** Pixels; larger than the largest file, so that every file is smoothed by making it smaller. */
const SHEET_WIDTH = 2000

/** Copies the pictures' files to `folder`, printing those that the cache does not hold. */
export async function printPictures(pictures: readonly PictureFiles[], folder: string): Promise<void> {
  await mkdir(cacheFolder, { recursive: true })
  await mkdir(folder, { recursive: true })
  const queue = [...Map.groupBy(pictures, ({ slug }) => slug).values()]
  // Two at a time: one sheet is printed while the files of another are encoded.
  const worker = async (): Promise<void> => {
    for (let next = queue.pop(); next; next = queue.pop()) await printMissing(next)
  }
  await Promise.all([worker(), worker()])
  const files = pictures.flatMap(fileList)
  await Promise.all(files.map(({ file }) => copyFile(join(cacheFolder, file), join(folder, file))))
}

/** All crops of one slug are cut from one sheet. */
async function printMissing(crops: readonly PictureFiles[]): Promise<void> {
  const isMissing = ({ file }: { file: string }): boolean => !existsSync(join(cacheFolder, file))
  const [first] = crops
  if (!first || !crops.flatMap(fileList).some(isMissing)) return

  const { data, width, height } = await print(first.scene, first.slug, SHEET_WIDTH)
  const sheet = sharp(data, { raw: { width, height, channels: 3 } })
  for (const picture of crops) {
    const cropped = cut(sheet, picture)
    const files = fileList(picture)
    const avifs = files.filter(({ format }) => format === 'avif')
    // All or none: their quality is one choice.
    if (avifs.some(isMissing)) {
      for (const [{ file }, bytes] of await encodeAvifs(cropped, picture.ratio, avifs))
        await keep(file, bytes)
    }
    for (const { file, width: to, format } of files.filter(isMissing)) {
      if (format !== 'avif') await keep(file, await encode(cropped, to, format))
    }
  }
}

function keep(file: string, bytes: Buffer): Promise<void> {
  return writeWhole(join(cacheFolder, file), bytes)
}

function cut(sheet: Sharp, { crop }: PictureFiles): Sharp {
  const scale = SHEET_WIDTH / WIDTH
  const { x, y, width, height } = CROPS[crop]
  return sheet.clone().extract({
    left: Math.round(x * scale),
    top: Math.round(y * scale),
    width: Math.round(width * scale),
    height: Math.round(height * scale),
  })
}

function fileList({ name, files }: PictureFiles): { file: string; width: number; format: PictureFormat }[] {
  return files.map(({ width, format }) => ({
    width,
    format,
    file: basename(pictureUrl(name, width, format)),
  }))
}
