import { StrictMode } from 'react'
import { renderToString } from 'react-dom/server'
import { paths } from '../paths.ts'
import { SignInPage } from './SignInPage.tsx'

/** The HTML of the sign-in page, for the build. What only the server knows is missing. */
export function renderPage(): string {
  const none = () => Promise.reject(new Error('There is no server.'))
  return renderToString(
    <StrictMode>
      <SignInPage options={new Promise(() => {})} next={paths.overview} signIn={none} adopt={() => {}} />
    </StrictMode>,
  )
}
