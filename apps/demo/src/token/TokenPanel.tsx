import { Switch } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { parseToken } from '../session/claims.ts'
import { baseUrl } from '../session/thumbturn.ts'
import { Panel } from '../ui/Panel.tsx'
import { ClaimList } from './ClaimList.tsx'
import { RawToken } from './RawToken.tsx'
import styles from './TokenPanel.module.css'
import { VerdictLine } from './VerdictLine.tsx'
import { fetchKeys, tamperWith, verifyToken } from './verify.ts'

/** The signed token: its validity, its claims, and its encoding. */
export function TokenPanel({ token }: { token: string }) {
  const [tampered, setTampered] = useState(false)
  const shown = tampered ? tamperWith(token) : { token, at: undefined }
  const verdict = useVerdict(shown.token)
  return (
    <Panel title="Your token" lead="Signed by the service. Any backend can check it with the published key.">
      <VerdictLine verdict={verdict.data} error={verdict.error} />
      <ClaimList claims={parseToken(token).claims} />
      <RawToken token={shown.token} changedAt={shown.at} />
      <Switch
        className={styles.tamper}
        label="Change one letter"
        description="Watch the signature fail."
        checked={tampered}
        onChange={(event) => setTampered(event.currentTarget.checked)}
      />
    </Panel>
  )
}

function useVerdict(token: string) {
  const keys = useQuery({ queryKey: ['keys'], queryFn: () => fetchKeys(baseUrl), staleTime: 300_000 })
  const verdict = useQuery({
    queryKey: ['verdict', token],
    queryFn: () => verifyToken(token, keys.data ?? []),
    enabled: Boolean(keys.data),
    staleTime: Number.POSITIVE_INFINITY,
  })
  return { data: verdict.data, error: keys.error ?? verdict.error }
}
