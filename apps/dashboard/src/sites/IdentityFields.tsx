import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/runtime-macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { Checkbox } from '@mantine/core'
import { type IdentityClaim, identityClaims } from '@thumbturn/contract/vocabulary/protected-sites.ts'
import { Card } from '../ui/Card.tsx'
import type { Draft } from './draft.ts'
import styles from './Sites.module.css'

const claims: Readonly<Record<IdentityClaim, { label: MessageDescriptor; field: string }>> = {
  name: { label: msg`Name`, field: 'Remote-Name' },
  email: { label: msg`Verified email address`, field: 'Remote-Email' },
  groups: { label: msg`Groups`, field: 'Remote-Groups' },
}

type Props = {
  draft: Pick<Draft, 'identityClaims'>
  change: (part: Pick<Draft, 'identityClaims'>) => void
  disabled: boolean
}

/** Choices about what the program behind the proxy learns about users. */
export function IdentityFields({ draft, change, disabled }: Props) {
  const { t, i18n } = useLingui()
  const chosen = draft.identityClaims
  const toggle = (claim: IdentityClaim) =>
    change({ identityClaims: identityClaims.filter((one) => (one === claim) !== chosen.includes(one)) })
  return (
    <Card
      title={t`Identity headers`}
      description={
        <Trans>
          The program learns the username of each user from <code>Remote-User</code>, and what you choose here.{' '}
          <code>Thumbturn-Identity</code> has the same as a signed JWT.
        </Trans>
      }
    >
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset can't take its legend from the card */}
      <div role="group" aria-label={t`Identity headers`} className={styles.claims}>
        {identityClaims.map((claim) => (
          <Checkbox
            key={claim}
            label={i18n._(claims[claim].label)}
            description={<code>{claims[claim].field}</code>}
            checked={chosen.includes(claim)}
            disabled={disabled}
            onChange={() => toggle(claim)}
          />
        ))}
      </div>
    </Card>
  )
}
