import { useOverview } from '../accounts/overview.ts'
import { Failure } from '../failures/Failure.tsx'
import { EmailPanel } from './EmailPanel.tsx'
import { NewDevicePanel } from './NewDevicePanel.tsx'
import { PasskeysPanel } from './PasskeysPanel.tsx'
import styles from './Security.module.css'

/** Passkeys, the recovery address, and a code for a new device. */
export function SecurityPage() {
  const { data, error } = useOverview()
  if (error) return <Failure error={error} />
  if (!data) return <p className="visually-hidden">Loading</p>
  return (
    <>
      <h1 className={styles.title}>Security</h1>
      <div className={styles.columns}>
        <PasskeysPanel overview={data} />
        <div className={styles.column}>
          <EmailPanel overview={data} />
          {data.byPasskey && <NewDevicePanel />}
        </div>
      </div>
    </>
  )
}
