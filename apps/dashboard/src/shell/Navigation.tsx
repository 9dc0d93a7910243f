import { Trans, useLingui } from '@lingui/react/macro'
import { NavLink, useParams } from 'react-router'
import { useIsUnknownApplication } from '../common/applications/queries.ts'
import { ApplicationSwitcher } from './ApplicationSwitcher.tsx'
import styles from './Navigation.module.css'
import { applicationPath, type Place } from './places.ts'
import { useApplicationPlaces, useInstallationPlaces } from './use-places.ts'

/** The pages that the member's roles allow: of the current application, and of the installation. */
export function Navigation() {
  const { t } = useLingui()
  const { applicationId: requested } = useParams()
  const applicationId = useIsUnknownApplication(requested) ? undefined : requested
  const own = useApplicationPlaces(applicationId)
  const installation = useInstallationPlaces()
  return (
    <>
      <ApplicationSwitcher current={applicationId} />
      {applicationId !== undefined && (
        <ul className={styles.list} aria-label={t`Application`}>
          {own.map((place) => (
            <Item key={place.path} place={place} to={applicationPath(applicationId, place)} exact={place.path === ''} />
          ))}
        </ul>
      )}
      <div className={styles.group}>
        <h2 className={styles.title} id="navigation-installation">
          <Trans>Installation</Trans>
        </h2>
        <ul className={styles.list} aria-labelledby="navigation-installation">
          {installation.map((place) => (
            <Item key={place.path} place={place} to={place.path} exact />
          ))}
        </ul>
      </div>
    </>
  )
}

type ItemProps = { place: Place; to: string; exact: boolean }

function Item({ place: { title, icon: Icon }, to, exact }: ItemProps) {
  const { t } = useLingui()
  return (
    <li>
      <NavLink className={styles.item} to={to} end={exact}>
        <Icon size={18} stroke={1.7} aria-hidden="true" />
        {t(title)}
      </NavLink>
    </li>
  )
}
