import { pictureFiles, pictureUrl, type PictureFiles } from './picture-files.ts'
import type { CropName } from './crops.ts'

interface PictureProps {
  readonly slug: string
  readonly crop?: CropName
  /** Empty where the picture repeats the words beside it. */
  readonly alt: string
  /** Displayed width, for the browser's choice of file. */
  readonly sizes: string
  /** Another crop for screens that `media` describes. */
  readonly instead?: { readonly media: string; readonly crop: CropName; readonly sizes: string }
  /** The one picture that the first screen waits for. */
  readonly first?: boolean
}

/** A print as AVIF in all its widths, or else as JPEG; its place on the page is reserved before it arrives. */
export function Picture({ slug, crop = 'whole', alt, sizes, instead, first = false }: PictureProps) {
  const picture = pictureFiles(slug, crop)
  const shown = picture.files.find(({ format }) => format === 'jpg')?.width ?? 0
  return (
    <picture>
      {instead && <Source picture={pictureFiles(slug, instead.crop)} {...instead} />}
      <Source picture={picture} sizes={sizes} />
      <img
        src={pictureUrl(picture.name, shown, 'jpg')}
        {...measures(picture, shown)}
        alt={alt}
        {...(first ? { fetchPriority: 'high' } : { loading: 'lazy', decoding: 'async' })}
      />
    </picture>
  )
}

interface SourceProps {
  readonly picture: PictureFiles
  readonly sizes: string
  readonly media?: string
}

function Source({ picture, sizes, media }: SourceProps) {
  const files = picture.files.filter(({ format }) => format === 'avif')
  return (
    <source
      type="image/avif"
      media={media}
      srcSet={files.map(({ width }) => `${pictureUrl(picture.name, width, 'avif')} ${width}w`).join(', ')}
      sizes={sizes}
      {...measures(picture, files[0]?.width ?? 0)}
    />
  )
}

/** Reserves the picture's place, in pixels. */
function measures({ ratio }: PictureFiles, width: number): { width: number; height: number } {
  return { width, height: Math.round(width * ratio) }
}
