import { useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { AuthenticatorIcon } from '../ui/AuthenticatorIcon.tsx'
import { ModelBadges } from '../ui/ModelBadges.tsx'
import styles from './Authenticators.module.css'
import type { BlockedAuthenticator } from './queries.ts'

type Props = {
  authenticator: Pick<BlockedAuthenticator, 'id' | 'name' | 'iconLight' | 'iconDark' | 'metadata'>
  children?: ReactNode
}

/** A model with its icon, and what can be done about it. */
export function AuthenticatorRow({ authenticator: { id, name, iconLight, iconDark, metadata }, children }: Props) {
  const { t } = useLingui()
  return (
    <li className={styles.row}>
      <AuthenticatorIcon iconLight={iconLight} iconDark={iconDark} />
      <div className={styles.about}>
        <h3>
          {name ?? t`Unknown authenticator`}
          <ModelBadges metadata={metadata} />
        </h3>
        <code>{id}</code>
      </div>
      {children}
    </li>
  )
}
