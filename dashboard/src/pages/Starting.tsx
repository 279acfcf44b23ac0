/** Nothing while access is being settled; after a while, a word that the server is slow. */
export function Starting() {
  return (
    <p className="starting" role="status">
      Waiting for the server…
    </p>
  )
}
