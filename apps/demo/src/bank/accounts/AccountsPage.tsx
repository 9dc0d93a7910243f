import { ApiError } from '@thumbturn/web'
import { Navigate } from 'react-router'
import { Panel } from '../../ui/Panel.tsx'
import { Failure } from '../failures/Failure.tsx'
import styles from './AccountsPage.module.css'
import { Movements } from './Movements.tsx'
import { euros } from './money.ts'
import { useOverview } from './overview.ts'

/** The account and what happened on it. */
export function AccountsPage() {
  const { data, error } = useOverview()
  if (error instanceof ApiError && error.msgCode === 'not_a_customer') return <Navigate to="/open" replace />
  if (error) return <Failure error={error} />
  if (!data) return <p className="visually-hidden">Loading your account</p>
  const { name, account, cents, movements } = data
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
      <Panel title="Movements">
        <Movements movements={movements} />
      </Panel>
    </>
  )
}
