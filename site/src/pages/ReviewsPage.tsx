import { publication } from '@half-measure/shared/publication.ts'
import { review } from '../../content/review.ts'
import { AuthorLink, CategoryBadge } from '../articles/Byline.tsx'
import { RelativeDate } from '../articles/StoryCard.tsx'
import { Page } from '../document/Page.tsx'
import { LargeTitle } from '../layout/PageTitle.tsx'
import { paths } from '../paths.ts'
import { Picture } from '../pictures/Picture.tsx'
import { AdLabel } from '../review/AffiliateLink.tsx'
import { reviewPublished } from '../review/review-nodes.ts'

export function ReviewsPage() {
  return (
    <Page
      title="Reviews"
      description="One review, and it is an advertisement feature: six alcohol-free drinks, tasted blind and labelled as paid for."
      path={paths.reviews}
      standfirst="There is one, it was paid for, and it says so."
    >
      <ul className="page-body story-index">
        <li>
          <article className="story" data-size="large">
            <Picture slug={review.slug} alt="" sizes="(min-width: 48rem) 55vw, 88vw" first />
            <div className="story-labels">
              <AdLabel />
              <CategoryBadge category={review.category} />
            </div>
            <h2 className="story-title">
              <a href={paths.review} data-track="link" data-track-id="reviews-review">
                <LargeTitle title={review.title} />
              </a>
            </h2>
            <p className="story-excerpt">{review.excerpt}</p>
            <p className="byline">
              <AuthorLink name={review.author} />
              <span>{review.readMinutes} min read</span>
              <RelativeDate day={reviewPublished} />
            </p>
          </article>
        </li>
      </ul>
      <section className="page-body want-more">
        <h2>When there is another</h2>
        <p>Subscribers to {publication.newsletter} hear of new reviews first, with the same label on them.</p>
        <a className="button" href={paths.newsletter} data-track="button" data-track-id="reviews-newsletter">
          Get {publication.newsletter}
        </a>
      </section>
    </Page>
  )
}
