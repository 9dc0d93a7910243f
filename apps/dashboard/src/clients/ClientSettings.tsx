import { useLingui } from '@lingui/react/macro'
import { NativeSelect, TextInput } from '@mantine/core'
import { programs } from '@thumbturn/examples/openid/programs.ts'
import { useState } from 'react'
import { Card } from '../ui/Card.tsx'
import styles from './Clients.module.css'
import { matchProgram, parseOrigin } from './match-program.ts'
import { ProgramSettings } from './ProgramSettings.tsx'
import type { Client } from './queries.ts'

const options = programs.map(({ id, name }) => ({ value: id, label: name }))

/** Settings to copy into the program. */
export function ClientSettings({ issuer, client }: { issuer: string; client: Client }) {
  const { t } = useLingui()
  const [match] = useState(() => matchProgram(client))
  const [programId, setProgramId] = useState(match?.program.id ?? '')
  const [address, setAddress] = useState(match?.origin ?? '')
  const program = programs.find(({ id }) => id === programId)
  const origin = parseOrigin(address) ?? program?.origin ?? ''
  return (
    <Card title={t`Settings for the program`} description={t`Copy them into a program that is listed here.`}>
      <div className={styles.chooser}>
        <NativeSelect
          label={t`Program`}
          data={[{ value: '', label: t`Choose a program` }, ...options]}
          value={programId}
          onChange={({ target }) => setProgramId(target.value)}
        />
        {program && (
          <TextInput
            label={t`Its address`}
            placeholder={program.origin}
            value={address}
            onChange={({ target }) => setAddress(target.value)}
          />
        )}
      </div>
      {program && <ProgramSettings program={program} values={{ issuer, clientId: client.id, origin }} />}
    </Card>
  )
}
