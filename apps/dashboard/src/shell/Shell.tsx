import { Trans, useLingui } from '@lingui/react/macro'
import { Burger, VisuallyHidden } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { Logo } from '@thumbturn/ui/Logo.tsx'
import { useState } from 'react'
import { Link, Outlet, ScrollRestoration, useLocation, useNavigation } from 'react-router'
import { ConfirmationDialog } from '../session/ConfirmationDialog.tsx'
import { useEndOfBoot } from '../ui/boot.ts'
import { ColorSchemeToggle } from '../ui/ColorSchemeToggle.tsx'
import { PagePlaceholder } from '../ui/PagePlaceholder.tsx'
import { CommandPalette, SearchButton } from './CommandPalette.tsx'
import { MemberMenu } from './MemberMenu.tsx'
import { Navigation } from './Navigation.tsx'
import styles from './Shell.module.css'

/** The frame of every page: navigation at the side, or behind a button on a phone, and what is global at the top. */
export function Shell() {
  const { t } = useLingui()
  useEndOfBoot()
  const { pathname } = useLocation()
  // A navigation closes it: then the page is another one than where it was opened.
  const [openedAt, setOpenedAt] = useState<string>()
  const opened = openedAt === pathname
  const close = () => setOpenedAt(undefined)
  const toggle = () => setOpenedAt(opened ? undefined : pathname)
  return (
    <>
      <a className={styles.skip} href="#content">
        <Trans>Skip to content</Trans>
      </a>
      <header className={styles.header}>
        <Burger className={styles.burger} size="sm" opened={opened} onClick={toggle} aria-label={t`Navigation`} />
        <SearchButton />
        <span className={styles.space} />
        <ColorSchemeToggle />
        <MemberMenu />
      </header>
      <nav className={styles.navbar} aria-label={t`Main`} data-opened={opened || undefined}>
        <div className={styles.brand}>
          <Link to="/" className={styles.home}>
            <Logo size={24} />
            Thumbturn
            <VisuallyHidden>
              {' '}
              <Trans>dashboard</Trans>
            </VisuallyHidden>
          </Link>
          <Burger className={styles.burger} size="sm" opened onClick={close} aria-label={t`Close navigation`} />
        </div>
        <Navigation />
      </nav>
      <main className={styles.main} id="content" tabIndex={-1}>
        <Content />
      </main>
      <CommandPalette />
      <ConfirmationDialog />
      <ScrollRestoration />
    </>
  )
}

/** The page, or the shape of the next one while its code takes longer than a moment. */
function Content() {
  const { state, location } = useNavigation()
  const isLoading = state === 'loading'
  const [wasLoading] = useDebouncedValue(isLoading, 80)
  const isLate = isLoading && wasLoading
  return (
    <>
      {isLate && <PagePlaceholder pathname={location.pathname} isWhole />}
      <div hidden={isLate}>
        <Outlet />
      </div>
    </>
  )
}
