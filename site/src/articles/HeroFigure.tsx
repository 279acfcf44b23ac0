import { Picture } from '../pictures/Picture.tsx'

interface HeroFigureProps {
  readonly slug: string
  readonly alt: string
  readonly caption: string
}

/**
 * An article's opening picture fills a phone's screen but requests a slightly smaller file: a print's dots bear it,
 * and the next larger file takes two more round trips.
 */
const SIZES = '(min-width: 78rem) 78rem, (min-width: 48rem) 100vw, 88vw'

export function HeroFigure({ slug, alt, caption }: HeroFigureProps) {
  return (
    <figure className="hero-figure">
      <Picture slug={slug} alt={alt} sizes={SIZES} first />
      <figcaption>{caption}</figcaption>
    </figure>
  )
}
