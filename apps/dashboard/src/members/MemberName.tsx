import { Trans } from '@lingui/react/macro'
import { Badge } from '../ui/Badge.tsx'
import { Monogram } from '../ui/Monogram.tsx'
import styles from './Members.module.css'

type Props = { member: { id: string; name: string; username: string }; isOwn: boolean }

/** The name and username of a member in a table. */
export function MemberName({ member: { id, name, username }, isOwn }: Props) {
  return (
    <span className={styles.name}>
      <Monogram id={id} name={name} />
      <span>
        <strong>
          {name}{' '}
          {isOwn && (
            <Badge>
              <Trans>You</Trans>
            </Badge>
          )}
        </strong>
        <small>{username}</small>
      </span>
    </span>
  )
}
