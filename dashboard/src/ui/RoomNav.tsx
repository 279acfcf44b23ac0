import { Link, NavLink, useLocation } from 'react-router-dom'
import { wingAt, wings } from '../paths.ts'

/** The wings of the dashboard, and the rooms of the one that is open. */
export function RoomNav() {
  const here = wingAt(useLocation().pathname)
  return (
    <nav className="room-nav" aria-label="Rooms">
      <ul className="wings">
        {wings.map((wing) => (
          <li key={wing.label}>
            <Link to={wing.rooms[0].path} aria-current={wing === here ? 'true' : undefined}>
              {wing.label}
            </Link>
          </li>
        ))}
      </ul>
      {here && (
        <ul ref={showOpenRoom} className="wing-rooms">
          {here.rooms.map(({ label, path }) => (
            <li key={path}>
              <NavLink to={path}>{label}</NavLink>
            </li>
          ))}
        </ul>
      )}
    </nav>
  )
}

/** On a phone the rooms are wider than the window; each page begins with its own in sight. */
function showOpenRoom(rooms: HTMLElement | null): void {
  const link = rooms?.querySelector<HTMLElement>('[aria-current]')
  if (rooms && link) rooms.scrollLeft = link.offsetLeft - (rooms.clientWidth - link.offsetWidth) / 2
}
