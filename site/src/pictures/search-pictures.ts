import { pictureFiles, pictureUrl } from './picture-files.ts'

/** Addresses of a slug's picture in the three shapes that search engines ask for, the widest first. */
export function searchPictures(slug: string): string[] {
  return (['16x9', '4x3', '1x1'] as const).map((crop) =>
    pictureUrl(pictureFiles(slug, crop).name, 1200, 'jpg'),
  )
}
