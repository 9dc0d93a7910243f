import { IconAlertTriangle, IconLoader, IconShieldCheck } from '@tabler/icons-react'
import styles from './TokenPanel.module.css'
import type { Verdict } from './verify.ts'

/** Shows whether the signature is valid; constant height avoids layout shifts. */
export function VerdictLine({ verdict, error }: { verdict?: Verdict; error: Error | null }) {
  const { state, title, text } = describe(verdict, error)
  const Icon = icons[state]
  return (
    <div className={styles.verdict} data-state={state} role="status" aria-live="polite">
      <Icon size={22} stroke={1.8} aria-hidden="true" />
      <div>
        <p className={styles.verdictTitle}>{title}</p>
        <p className={styles.verdictText}>{text}</p>
      </div>
    </div>
  )
}

const icons = { checking: IconLoader, holds: IconShieldCheck, broken: IconAlertTriangle }

function describe(verdict: Verdict | undefined, error: Error | null) {
  if (error) return { state: 'broken', title: 'The signature could not be checked', text: error.message } as const
  if (!verdict) return { state: 'checking', title: 'Checking the signature', text: 'Fetching the public key' } as const
  const key = `ES256, key ${verdict.kid.slice(0, 10)}…`
  if (verdict.holds) return { state: 'holds', title: 'Signature verified in this page', text: key } as const
  return { state: 'broken', title: 'The signature does not match', text: `${key} signed something else` } as const
}
