import { Logo } from '@thumbturn/ui/Logo.tsx'
import type { ReactNode } from 'react'
import { useEndOfBoot } from '../ui/boot.ts'
import { ColorSchemeToggle } from '../ui/ColorSchemeToggle.tsx'
import { useTitle } from '../ui/Page.tsx'
import styles from './Entrance.module.css'

type Props = { title: string; turning?: boolean; children?: ReactNode }

/** A page for visitors without a session: one card with the logo. */
export function Entrance({ title, turning = false, children }: Props) {
  useTitle(title)
  useEndOfBoot()
  return (
    <div className={styles.page}>
      <div className={styles.corner}>
        <ColorSchemeToggle />
      </div>
      <main className={styles.card}>
        <Logo size={44} turn={turning ? 'turning' : 'shut'} />
        <h1>{title}</h1>
        {children}
      </main>
    </div>
  )
}
