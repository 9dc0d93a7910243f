import { Trans, useLingui } from '@lingui/react/macro'
import { TextInput, UnstyledButton } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import type { ClientType } from '@thumbturn/contract/vocabulary/openid-clients.ts'
import { type Program, programs } from '@thumbturn/examples/openid/programs.ts'
import { useState } from 'react'
import { Monogram } from '../ui/Monogram.tsx'
import styles from './Clients.module.css'
import { clientTypes } from './types.ts'

type Props = { onPick: (type: ClientType, program?: Program) => void }

/** Programs whose settings are known, and the kinds of all others. */
export function ClientPicker({ onPick }: Props) {
  const { t, i18n } = useLingui()
  const [filter, setFilter] = useState('')
  const found = programs.filter(({ name }) => name.toLowerCase().includes(filter.trim().toLowerCase()))
  return (
    <>
      <section className={styles.section} aria-labelledby="known-programs">
        <div className={styles.sectionHead}>
          <h2 id="known-programs">
            <Trans>Programs with ready-made settings</Trans>
          </h2>
          <TextInput
            type="search"
            aria-label={t`Find a program`}
            placeholder={t`Find a program`}
            value={filter}
            onChange={({ target }) => setFilter(target.value)}
            leftSection={<IconSearch size={16} stroke={1.8} aria-hidden="true" />}
          />
        </div>
        {found.length === 0 && (
          <p className={styles.none}>
            <Trans>No program has this name. Choose its kind below.</Trans>
          </p>
        )}
        <div className={styles.programs}>
          {found.map((program) => (
            <UnstyledButton key={program.id} className={styles.option} onClick={() => onPick(program.type, program)}>
              <Monogram id={program.id} name={program.name} />
              <strong>{program.name}</strong>
            </UnstyledButton>
          ))}
        </div>
      </section>
      <section className={styles.section} aria-labelledby="other-programs">
        <h2 id="other-programs">
          <Trans>Another program</Trans>
        </h2>
        <div className={styles.types}>
          {Object.entries(clientTypes).map(([type, { icon: Icon, title, description }]) => (
            <UnstyledButton key={type} className={styles.option} onClick={() => onPick(type as ClientType)}>
              <Icon className={styles.icon} size={22} stroke={1.6} aria-hidden="true" />
              <span>
                <strong>{i18n._(title)}</strong>
                <small>{i18n._(description)}</small>
              </span>
            </UnstyledButton>
          ))}
        </div>
      </section>
    </>
  )
}
