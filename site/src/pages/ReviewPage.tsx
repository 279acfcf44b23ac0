import { review } from '../../content/review.ts'
import { AuthorLink, CategoryBadge } from '../articles/Byline.tsx'
import { HeroFigure } from '../articles/HeroFigure.tsx'
import { UnitsLine } from '../articles/Prose.tsx'
import { storyDate } from '../dates/display-date.ts'
import { breadcrumbNode } from '../document/json-ld.tsx'
import { PageHead } from '../document/PageHead.tsx'
import { Headline } from '../layout/PageTitle.tsx'
import { paths } from '../paths.ts'
import { AdLabel, FreeGift } from '../review/AffiliateLink.tsx'
import { Ranking, RankingSummary } from '../review/Ranking.tsx'
import { labelledTitle, reviewNode, reviewPublished } from '../review/review-nodes.ts'
import { Framework, Paragraphs } from '../review/Framework.tsx'

export function ReviewPage() {
  const { framework, excluded, verdict, testers, disclaimer } = review
  return (
    <article className="article review" data-reading data-review>
      <PageHead
        title={labelledTitle}
        description={review.excerpt}
        path={paths.review}
        picture={review.slug}
        pictureAlt={review.heroAlt}
        article={{ author: review.author, section: review.category, published: reviewPublished }}
        graph={[reviewNode(), breadcrumbNode(['Reviews', paths.reviews], [labelledTitle, paths.review])]}
      />
      <header className="article-head">
        <div className="story-labels">
          <AdLabel />
          <CategoryBadge category={review.category} />
        </div>
        <Headline title={review.title} />
        <p className="standfirst">{review.standfirst}</p>
        <p className="disclosure">
          {review.sponsor.statement}{' '}
          <a href={paths.affiliateDisclosure} data-track="link" data-track-id="review-disclosure">
            How this is paid for
          </a>
        </p>
        <p className="byline">
          <span>
            By <AuthorLink name={review.author} />
          </span>
          <time dateTime={reviewPublished}>{storyDate(reviewPublished)}</time>
          <span>{review.readMinutes} min read</span>
          <span>For people aged 18 and over</span>
        </p>
      </header>
      <RankingSummary />
      <HeroFigure slug={review.slug} alt={review.heroAlt} caption={review.heroCaption} />
      <div className="prose">
        <Paragraphs texts={review.intro} opening />
        <Framework framework={framework} />
      </div>
      <Ranking />
      <div className="prose">
        <h2>{excluded.title}</h2>
        <dl className="excluded">
          {excluded.items.map(({ name, reason }) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{reason}</dd>
            </div>
          ))}
        </dl>
        <h2>{verdict.title}</h2>
        <Paragraphs texts={verdict.text} />
        <FreeGift offer={review.offer} />
        <h2>The testers</h2>
        <ul className="testers">
          {testers.map(({ name, role, bio }) => (
            <li key={name}>
              <h3>{name}</h3>
              <p className="label">{role}</p>
              <p>{bio}</p>
            </li>
          ))}
        </ul>
        <aside className="info-box" aria-label={disclaimer.title}>
          <p className="box-title">{disclaimer.title}</p>
          <Paragraphs texts={disclaimer.text} />
        </aside>
        <UnitsLine />
      </div>
    </article>
  )
}
