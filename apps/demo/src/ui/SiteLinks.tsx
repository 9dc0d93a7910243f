import { useQuery } from '@tanstack/react-query'
import styles from './SiteLinks.module.css'

type Installation = { hasDocumentation: boolean; hasDashboard: boolean }

const readInstallation = async (): Promise<Installation> =>
  (await fetch(`${import.meta.env.BASE_URL}installation.json`)).json()

/** Links to the other pages that this installation has. */
export function SiteLinks() {
  const { data } = useQuery({ queryKey: ['installation'], queryFn: readInstallation })
  if (!data?.hasDocumentation && !data?.hasDashboard) return null
  return (
    <nav className={styles.links} aria-label="Thumbturn">
      {data.hasDocumentation && <a href="/">Documentation</a>}
      {data.hasDocumentation && <a href="/quickstarts/">Quickstarts</a>}
      {data.hasDashboard && <a href="/dashboard">Dashboard</a>}
    </nav>
  )
}
