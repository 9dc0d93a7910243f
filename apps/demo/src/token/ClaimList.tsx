import type { Claims } from '../session/claims.ts'
import { formatMoment } from '../ui/times.ts'
import styles from './TokenPanel.module.css'

/** The claims in reading order, each with its meaning. */
export function ClaimList({ claims }: { claims: Claims }) {
  return (
    <dl className={styles.claims}>
      {meanings.map(({ name, means, say = String }) => (
        <div key={name} className={styles.claim}>
          <dt>
            <code>{name}</code>
            <span>{means}</span>
          </dt>
          <dd>{say(claims[name])}</dd>
        </div>
      ))}
    </dl>
  )
}

type Meaning = { name: keyof Claims; means: string; say?: (value: unknown) => string }

const formatTime = (value: unknown) => formatMoment(value as number)
const formatList = (value: unknown) => (Array.isArray(value) ? value.join(', ') : '')

const meanings: Meaning[] = [
  { name: 'username', means: 'who' },
  { name: 'sub', means: 'user id' },
  { name: 'iss', means: 'issued by' },
  { name: 'aud', means: 'for application' },
  { name: 'credID', means: 'passkey used' },
  { name: 'rpId', means: 'domain' },
  { name: 'scopes', means: 'may', say: formatList },
  { name: 'iat', means: 'issued', say: formatTime },
  { name: 'exp', means: 'expires', say: formatTime },
]
