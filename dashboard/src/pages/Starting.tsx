/** Nothing while access is being settled; after a while, a word that the server is slow. */
export function Starting() {
  return <output className="starting">Waiting for the server…</output>
}
