/** Stands on every card and link that leads to the advertorial or through it to a brand. */
export function AdLabel() {
  return <span className="ad-label">Ad</span>
}
