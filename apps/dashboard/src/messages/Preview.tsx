import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Tabs } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import type { CallResult } from '../api/call.ts'
import { Card } from '../ui/Card.tsx'
import { countParts, isComplete } from './draft.ts'
import styles from './Preview.module.css'
import { previewQuery } from './queries.ts'
import type { Draft } from './use-draft.ts'

type MessagePreview = CallResult<'messageTemplatePreview'>

/** The message as users get it, with made-up values; it follows what is typed. */
export function Preview({ draft: { params, texts } }: { draft: Draft }) {
  const { t } = useLingui()
  const [typed] = useDebouncedValue(texts, 150)
  const { data } = useQuery({ ...previewQuery(params, typed), enabled: isComplete(params.template, typed) })
  return (
    <div className={styles.column}>
      <Card title={t`Preview`} description={t`With sample values.`}>
        <Tabs defaultValue="email" keepMounted={false} className={styles.preview}>
          <Tabs.List>
            <Tabs.Tab value="email">
              <Trans>Email</Trans>
            </Tabs.Tab>
            <Tabs.Tab value="sms">
              <Trans>SMS</Trans>
            </Tabs.Tab>
            <Tabs.Tab value="voice">
              <Trans context="phone">Call</Trans>
            </Tabs.Tab>
          </Tabs.List>
          <Tabs.Panel value="email">{data && <Email email={data.email} />}</Tabs.Panel>
          <Tabs.Panel value="sms">{data && <Sms text={data.sms} />}</Tabs.Panel>
          <Tabs.Panel value="voice">{data && <p className={styles.spoken}>{data.voice}</p>}</Tabs.Panel>
        </Tabs>
      </Card>
    </div>
  )
}

/** The parts of the email in the order of its HTML. */
function Email({ email: { subject, title, text, code, link, details, advice } }: { email: MessagePreview['email'] }) {
  const { t } = useLingui()
  return (
    <article className={styles.email} aria-label={t`Email`}>
      <p className={styles.subject}>{subject}</p>
      <div className={styles.mail}>
        <h3>{title}</h3>
        <p>{text}</p>
        {code && <p className={styles.code}>{code}</p>}
        {link && <p className={styles.link}>{link.action}</p>}
        {details.length > 0 && (
          <dl className={styles.details}>
            {details.map(({ label, value }) => (
              <div key={label}>
                <dt>{label}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
        )}
        <p className={styles.advice}>{advice}</p>
      </div>
    </article>
  )
}

function Sms({ text }: { text: string }) {
  const { characters, parts } = countParts(text)
  return (
    <>
      <p className={styles.bubble}>{text}</p>
      <p className={styles.length}>
        <Trans>
          <Plural value={characters} one="# character" other="# characters" />, sent as{' '}
          <Plural value={parts} one="one SMS" other="# SMS" />
        </Trans>
      </p>
    </>
  )
}
