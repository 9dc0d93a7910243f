import { IconMail } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { pageContext } from '../../page-context.ts'
import { callBank } from '../session/session.ts'
import styles from './MailPanel.module.css'

type Mail = { id: string; at: string; subject: string; text: string }

/** Shows the demo's unsent emails. Development only. */
export function MailPanel({ to }: { to: string }) {
  return pageContext.development ? <NewestMail to={to} /> : null
}

function NewestMail({ to }: { to: string }) {
  const [since] = useState(() => new Date(Date.now() - 2000).toISOString())
  const { data: mail } = useQuery({
    queryKey: ['mail', to, since],
    queryFn: async () =>
      (await callBank<Mail[]>('GET', `/mail?to=${encodeURIComponent(to)}`)).find(({ at }) => at > since) ?? null,
    refetchInterval: ({ state }) => (state.data ? false : 1500),
  })
  return (
    <aside className={styles.mail} aria-label="Mail of this demo" aria-live="polite">
      <p className={styles.head}>
        <IconMail size={18} stroke={1.8} aria-hidden="true" />
        <span>To {to}</span>
      </p>
      {mail ? (
        <p className={styles.text}>{mail.text}</p>
      ) : (
        <p className={styles.waiting}>The email is on its way… Codes go only to the confirmed address of an account.</p>
      )}
      <p className={styles.note}>This demo doesn’t send email. This is what the service would have sent.</p>
    </aside>
  )
}
