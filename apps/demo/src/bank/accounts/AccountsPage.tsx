import { Button } from '@mantine/core'
import { IconSend2 } from '@tabler/icons-react'
import { ApiError } from '@thumbturn/web'
import { Link, Navigate } from 'react-router'
import { Notice } from '../../ui/Notice.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { Failure } from '../failures/Failure.tsx'
import styles from './AccountsPage.module.css'
import { Movements } from './Movements.tsx'
import { euros } from './money.ts'
import { useOverview } from './overview.ts'

/** The account and its movements. */
export function AccountsPage() {
  const { data, error } = useOverview()
  if (error instanceof ApiError && error.msgCode === 'not_a_customer') return <Navigate to="/open" replace />
  if (error) return <Failure error={error} />
  if (!data) return <p className="visually-hidden">Loading your account</p>
  const { name, account, cents, movements, emailProved } = data
  return (
    <>
      <h1 className={styles.greeting}>Good to see you, {name}.</h1>
      <div className={styles.account}>
        <div>
          <p className={styles.kind}>Current account</p>
          <p className={styles.number}>{account}</p>
        </div>
        <p className={styles.balance}>{euros(cents)}</p>
      </div>
      <div className={styles.actions}>
        <Button
          component={Link}
          to="/transfer"
          size="md"
          leftSection={<IconSend2 size={19} stroke={1.8} aria-hidden="true" />}
        >
          Send money
        </Button>
      </div>
      {!emailProved && (
        <div className={styles.hint}>
          <Notice tone="calm" title="In case you lose all your devices">
            Confirm your email address under <Link to="/security">Security</Link>, so that a code can get you back in.
          </Notice>
        </div>
      )}
      <Panel title="Transactions">
        <Movements movements={movements} />
      </Panel>
    </>
  )
}
