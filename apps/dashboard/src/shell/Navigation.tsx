import { everyApplication } from '@thumbturn/contract/vocabulary/roles.ts'
import { NavLink, useParams } from 'react-router'
import { hasRole, type Session, useSession } from '../session/session.ts'
import { ApplicationSwitcher } from './ApplicationSwitcher.tsx'
import styles from './Navigation.module.css'
import { applicationPath, applicationPlaces, installationPlaces, type Place } from './places.ts'

/** The pages that the member's roles allow: of the current application, and of the installation. */
export function Navigation() {
  const session = useSession()
  const { applicationId } = useParams()
  return (
    <>
      <ApplicationSwitcher current={applicationId} />
      {applicationId !== undefined && (
        <ul className={styles.list} aria-label="Application">
          {listAllowed(applicationPlaces, session, applicationId).map((place) => (
            <Item
              key={place.title}
              place={place}
              to={applicationPath(applicationId, place)}
              exact={place.path === ''}
            />
          ))}
        </ul>
      )}
      <div className={styles.group}>
        <h2 className={styles.title} id="navigation-installation">
          Installation
        </h2>
        <ul className={styles.list} aria-labelledby="navigation-installation">
          {listAllowed(installationPlaces, session, everyApplication).map((place) => (
            <Item key={place.title} place={place} to={place.path} exact />
          ))}
        </ul>
      </div>
    </>
  )
}

/** The places that the member can open. Everyone who has a role can see the applications. */
export const listAllowed = (places: readonly Place[], session: Session, application: string) =>
  places.filter(({ needs, path }) => path === '/' || hasRole(session, needs, application))

type ItemProps = { place: Place; to: string; exact: boolean }

function Item({ place: { title, icon: Icon }, to, exact }: ItemProps) {
  return (
    <li>
      <NavLink className={styles.item} to={to} end={exact}>
        <Icon size={18} stroke={1.7} aria-hidden="true" />
        {title}
      </NavLink>
    </li>
  )
}
