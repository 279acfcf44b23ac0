import { pictureFiles, pictureUrl, type PictureFormat } from './picture-files.ts'
import type { CropName } from './crops.ts'

interface PictureProps {
  readonly slug: string
  readonly crop?: CropName
  /** Empty where the picture repeats what the words beside it say. */
  readonly alt: string
  /** How wide it is shown, for the browser's choice of a file. */
  readonly sizes: string
  /** The one picture that the first screen waits for. */
  readonly first?: boolean
}

/** A print in three formats and all its widths; its place on the page is reserved before it arrives. */
export function Picture({ slug, crop = 'whole', alt, sizes, first = false }: PictureProps) {
  const { name, files, ratio } = pictureFiles(slug, crop)
  const shown = files.find(({ format }) => format === 'jpg')?.width ?? 0
  const set = (format: PictureFormat) =>
    files
      .filter((file) => file.format === format)
      .map(({ width }) => `${pictureUrl(name, width, format)} ${width}w`)
      .join(', ')
  return (
    <picture>
      <source type="image/avif" srcSet={set('avif')} sizes={sizes} />
      <source type="image/webp" srcSet={set('webp')} sizes={sizes} />
      <img
        src={pictureUrl(name, shown, 'jpg')}
        srcSet={set('jpg')}
        sizes={sizes}
        width={shown}
        height={Math.round(shown * ratio)}
        alt={alt}
        {...(first ? { fetchPriority: 'high' } : { loading: 'lazy', decoding: 'async' })}
      />
    </picture>
  )
}
