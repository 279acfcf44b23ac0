import { Page } from '../document/Page.tsx'
import { paths } from '../paths.ts'
import type { Partner } from './partners.ts'

/** Where a shop would be, if the brand existed. */
export function PartnerPage({ partner }: { readonly partner: Partner }) {
  const { slug, name } = partner
  return (
    <Page
      title={name}
      description={`${name} is invented, so there is no shop to send you to.`}
      path={paths.partner(slug)}
      indexed={false}
      standfirst="This is where the shop would be."
    >
      <div className="page-body">
        <div className="prose">
          <p>
            You followed a link marked Ad. On a magazine with a real advertiser you would now be in its shop,
            and we would be paid if you bought something. The brands in our review are invented, so there is
            nothing here to buy, nothing to send for, and nobody to be paid by.
          </p>
          <p>
            <a href={paths.affiliateDisclosure}>How such links work here</a>, or{' '}
            <a href={paths.review}>back to the review (Ad)</a>.
          </p>
        </div>
      </div>
    </Page>
  )
}
