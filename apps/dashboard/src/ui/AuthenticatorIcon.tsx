import { useComputedColorScheme } from '@mantine/core'
import { IconKey } from '@tabler/icons-react'
import styles from './AuthenticatorIcon.module.css'

type Props = { iconLight?: string | undefined; iconDark?: string | undefined }

/** The icon of an authenticator model for the current color scheme. */
export function AuthenticatorIcon({ iconLight, iconDark }: Props) {
  const scheme = useComputedColorScheme('light', { getInitialValueInEffect: false })
  const source = scheme === 'dark' ? iconDark : iconLight
  return (
    <span className={styles.tile} aria-hidden="true">
      {source ? <img src={source} alt="" width={24} height={24} /> : <IconKey size={20} stroke={1.6} />}
    </span>
  )
}
