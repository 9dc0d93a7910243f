import type { Claims } from '../session/claims.ts'
import { formatMoment } from '../ui/times.ts'
import styles from './TokenPanel.module.css'

/** The claims in reading order, each with its meaning. */
export function ClaimList({ claims }: { claims: Claims }) {
  return (
    <dl className={styles.claims}>
      {meanings.map(({ name, meaning, say = String }) => (
        <div key={name} className={styles.claim}>
          <dt>
            <code>{name}</code>
            <span>{meaning}</span>
          </dt>
          <dd>{say(claims[name])}</dd>
        </div>
      ))}
    </dl>
  )
}

type Meaning = { name: keyof Claims; meaning: string; say?: (value: unknown) => string }

const formatTime = (value: unknown) => formatMoment(value as number)
const formatList = (value: unknown) => (Array.isArray(value) ? value.join(', ') : '')

const meanings: Meaning[] = [
  { name: 'username', meaning: 'who' },
  { name: 'sub', meaning: 'user id' },
  { name: 'iss', meaning: 'issued by' },
  { name: 'aud', meaning: 'for application' },
  { name: 'credID', meaning: 'passkey used' },
  { name: 'rpId', meaning: 'domain' },
  { name: 'scopes', meaning: 'may', say: formatList },
  { name: 'iat', meaning: 'issued', say: formatTime },
  { name: 'exp', meaning: 'expires', say: formatTime },
]
