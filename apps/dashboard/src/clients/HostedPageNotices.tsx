import { useLingui } from '@lingui/react/macro'
import { fitsRpId } from '../common/applications/address.ts'
import { useApplication } from '../common/applications/queries.ts'
import { AllowOriginButton } from '../common/checks/FixButton.tsx'
import { translateNotice } from '../common/service-texts/notices.ts'
import { CopyButton } from '../ui/CopyButton.tsx'
import { Notice } from '../ui/Notice.tsx'
import styles from './Clients.module.css'
import type { Clients } from './queries.ts'

type Props = { id: string } & Pick<Clients, 'issuer' | 'notices'>

/** The problems that keep users from signing in at the hosted pages, with their remedies. */
export function HostedPageNotices({ id, issuer, notices }: Props) {
  const { t } = useLingui()
  const { rpId, origins } = useApplication(id)
  const { origin, hostname } = new URL(issuer)
  const isOnlyUnlisted = fitsRpId(hostname, rpId) && !origins.includes(origin)
  return notices.map((notice) => (
    <Notice
      key={notice}
      kind="warning"
      title={t`Users can’t sign in yet`}
      actions={isOnlyUnlisted && <AllowOriginButton application={id} origin={origin} />}
    >
      <Remedy notice={notice} />
    </Notice>
  ))
}

/** A text whose commands, between backticks, can be copied. */
function Remedy({ notice }: { notice: string }) {
  const { t } = useLingui()
  const { text, language } = translateNotice(notice)
  return (
    <p lang={language}>
      {text.split('`').map((part, index) =>
        index % 2 === 1 ? (
          <span key={part} className={styles.command}>
            <code>{part}</code>
            <CopyButton text={part} what={t`command`} />
          </span>
        ) : (
          part
        ),
      )}
    </p>
  )
}
