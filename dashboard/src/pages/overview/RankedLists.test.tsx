import { listTopPages } from '@half-measure/shared/routes/stats.ts'
import { expect, it } from 'vitest'
import { useScope } from '../../filters/use-scope.ts'
import { pageMarkup } from '../../layout/testing/page-text.tsx'
import { TopPages } from './RankedLists.tsx'

function Lists() {
  return <TopPages scope={useScope('rolling')} />
}

it('a row leads to figures without the filters that do not apply to its own', async () => {
  const markup = await pageMarkup(
    <Lists />,
    { [listTopPages.path]: [{ page_path: '/', views: 49 }] },
    '/admin/analytics?f=is,device,mobile',
  )
  expect(markup).toContain('href="/admin/explore?period=rolling&amp;f=is,page,/"')
})
