import { listPageTitles } from '@half-measure/shared/routes/page-titles.ts'
import { listFunnels } from '@half-measure/shared/routes/reports.ts'
import { listViews } from '@half-measure/shared/routes/views.ts'
import { type KeyboardEvent, useState } from 'react'
import { Link } from 'react-router-dom'
import { useApiQuery } from '../api/queries.ts'
import { isArticle, pageHref } from '../filters/value-hrefs.ts'
import { href, paths, scopedHref, sectionsOf } from '../paths.ts'
import { Empty } from '../ui/Loaded.tsx'
import { focusFirst, Modal } from '../ui/Modal.tsx'
import { useAdmin } from './admin-access.ts'
import { useLastScope } from './last-scope.ts'
import { useLastScopeLinks } from './scope-links.ts'
import { type Destination, matchingDestinations } from './destinations.ts'

/** A search over everything in the dashboard that has an address. */
export function GoToDialog({ onClose }: { onClose: () => void }) {
  const [text, setText] = useState('')
  const { destinations, isLoading } = useDestinations()
  const found = matchingDestinations(destinations, text)
  return (
    <Modal title="Go to" onClose={onClose}>
      <search>
        <input
          ref={focusFirst}
          type="search"
          aria-label="Page, article, saved view or funnel"
          placeholder="Page, article, saved view or funnel"
          autoComplete="off"
          value={text}
          onKeyDown={moveBetween}
          onChange={({ target }) => setText(target.value)}
        />
      </search>
      {found.length === 0 ? (
        <Empty>{isLoading ? 'Loading…' : 'Nothing has this name.'}</Empty>
      ) : (
        <ul className="destinations">
          {found.map(({ to, label, kind }) => (
            <li key={to}>
              <Link to={to} onKeyDown={moveBetween} onClick={onClose}>
                {label} <span className="note">{kind}</span>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </Modal>
  )
}

function useDestinations(): { destinations: Destination[]; isLoading: boolean } {
  const { role } = useAdmin()
  const params = useLastScope()
  const links = useLastScopeLinks()
  const pages = useApiQuery(listPageTitles, {})
  const views = useApiQuery(listViews, {})
  const funnels = useApiQuery(listFunnels, {})
  const destinations = [
    ...sectionsOf(role).flatMap(({ label: kind, pages }) =>
      pages.map((page) => ({ to: scopedHref(page, params), label: page.label, kind })),
    ),
    ...(views.status === 'ready' ? views.data.views : []).map(({ name, query }) => ({
      to: href(paths.explore, new URLSearchParams(query)),
      label: name,
      kind: 'Saved view',
    })),
    ...(funnels.status === 'ready' ? funnels.data : []).map(({ name, steps, window_minutes }) => ({
      to: links.hrefOf(paths.funnels, { step: steps, window: String(window_minutes) }),
      label: name,
      kind: 'Saved funnel',
    })),
    ...(pages.status === 'ready' ? pages.data : []).map(({ title, path }) => ({
      to: pageHref(links, path),
      label: title,
      kind: isArticle(path) ? 'Article' : `Page ${path}`,
    })),
  ]
  return { destinations, isLoading: [pages, views, funnels].some(({ status }) => status === 'loading') }
}

/** Arrow keys move through the list, Enter in the field opens its first entry. */
function moveBetween(event: KeyboardEvent<HTMLElement>): void {
  const stops = [
    ...(event.currentTarget.closest('dialog')?.querySelectorAll<HTMLElement>('input, .destinations a') ?? []),
  ]
  const at = stops.indexOf(event.currentTarget)
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
  if (step !== undefined) stops[at + step]?.focus()
  else if (event.key === 'Enter' && at === 0) stops[1]?.click()
  else return
  event.preventDefault()
}
