import { Trans } from '@lingui/react/macro'
import { IconExternalLink } from '@tabler/icons-react'
import { useInstallation } from '../common/installation/queries.ts'
import styles from './Sites.module.css'

/** Leads to the guide about proxies, if this installation serves the documentation. */
export function GuideLink() {
  const { hasDocumentation } = useInstallation()
  if (!hasDocumentation) return null
  return (
    <a className={styles.guide} href="/openid-provider/protected-sites/" target="_blank" rel="noreferrer">
      <Trans>Put a passkey in front of any web application</Trans>
      <IconExternalLink size={15} stroke={1.8} aria-hidden="true" />
    </a>
  )
}
