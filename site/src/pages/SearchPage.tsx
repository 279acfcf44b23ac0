import { articles } from '../articles/library.ts'
import { StoryRows } from '../articles/StoryRows.tsx'
import { Page } from '../document/Page.tsx'
import { paths } from '../paths.ts'

/** The search field, and advice if nothing is found. A script fetches the index with the first letter. */
export function SearchPage() {
  return (
    <Page
      title="Search"
      description="Search every story, event and page of the magazine."
      path={paths.search}
    >
      <div className="page-body search">
        <SearchForm />
        <output className="label" data-search-status />
        <ol className="search-results" data-search-results />
        <div data-search-help>
          <p>
            Or look through <a href={paths.archive}>the archive</a>, <a href={paths.stories}>the stories</a>{' '}
            and <a href={paths.events}>the events</a>.
          </p>
          <noscript>
            <p>Searching happens in your browser and needs scripts. The archive does not.</p>
          </noscript>
        </div>
      </div>
    </Page>
  )
}

/** Leads to the search page from anywhere. */
export function SearchForm() {
  return (
    <search>
      <form className="search-form" action={paths.search} data-search>
        <div className="field">
          <label htmlFor="search-field">A word, a writer, a place</label>
          <input id="search-field" name="q" type="search" autoComplete="off" />
        </div>
        <button type="submit" className="button">
          Search
        </button>
      </form>
    </search>
  )
}

/** Stories that the reader keeps on this device. */
export function SavedPage() {
  return (
    <Page
      title="Saved stories"
      description="What you have saved for later, on this device."
      path={paths.saved}
      indexed={false}
      standfirst="On this device, and nowhere else."
    >
      <div className="page-body" data-saved-stories>
        <noscript>
          <p>
            Your browser keeps saved stories, and needs scripts to do so.{' '}
            <a href={paths.archive}>The archive</a> has them all.
          </p>
        </noscript>
        <p className="needs-scripts" data-none-saved>
          Nothing is saved here yet. <em>Save for later</em> stands beside each byline of{' '}
          <a href={paths.stories}>the stories</a>.
        </p>
        <h2 className="visually-hidden">Stories</h2>
        <StoryRows stories={articles} hidden />
      </div>
    </Page>
  )
}
