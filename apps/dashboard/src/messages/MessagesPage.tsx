import { Trans, useLingui } from '@lingui/react/macro'
import { NativeSelect } from '@mantine/core'
import { useSuspenseQuery } from '@tanstack/react-query'
import { type Locale, locales } from '@thumbturn/contract/vocabulary/locales.ts'
import { templateNames } from '@thumbturn/contract/vocabulary/message-templates.ts'
import { Link, useNavigate, useParams } from 'react-router'
import { ApplicationPage } from '../common/applications/ApplicationPage.tsx'
import { useApplication } from '../common/applications/queries.ts'
import { Badge } from '../ui/Badge.tsx'
import { WithContents } from '../ui/WithContents.tsx'
import styles from './MessagesPage.module.css'
import { type MessageTemplate, templatesQuery } from './queries.ts'
import { TemplateEditor } from './TemplateEditor.tsx'
import { localeWords, templateWords } from './words.ts'

/** The texts of emails, SMS, and calls. */
export function MessagesPage() {
  const { t } = useLingui()
  const { applicationId = '' } = useParams()
  return (
    <ApplicationPage
      id={applicationId}
      title={t`Messages`}
      description={t`The texts of emails, SMS, and voice calls to users.`}
    >
      <Messages key={applicationId} id={applicationId} />
    </ApplicationPage>
  )
}

function Messages({ id }: { id: string }) {
  const { data } = useSuspenseQuery(templatesQuery(id))
  const { settings } = useApplication(id)
  const { template = 'code', locale = settings.locale } = useParams()
  const shown = data.find((one) => one.template === template && one.locale === locale) ?? data[0]
  if (!shown) return null
  return (
    <WithContents
      contents={
        <>
          <LanguageSelect id={id} shown={shown} used={settings.locale} />
          <TemplateList id={id} shown={shown} templates={data} />
        </>
      }
    >
      <TemplateEditor key={`${shown.template} ${shown.locale}`} id={id} message={shown} />
    </WithContents>
  )
}

const toPath = (id: string, { template, locale }: Pick<MessageTemplate, 'template' | 'locale'>) =>
  `/applications/${id}/messages/${template}/${locale}`

function LanguageSelect({ id, shown, used }: { id: string; shown: MessageTemplate; used: Locale }) {
  const { t } = useLingui()
  const navigate = useNavigate()
  const data = locales.map((value) => {
    const language = localeWords[value]
    return { value, label: value === used ? t`${language} (in use)` : language }
  })
  return (
    <NativeSelect
      label={t`Language`}
      data={data}
      value={shown.locale}
      onChange={({ target }) => navigate(toPath(id, { ...shown, locale: target.value as Locale }))}
    />
  )
}

type ListProps = { id: string; shown: MessageTemplate; templates: readonly MessageTemplate[] }

function TemplateList({ id, shown, templates }: ListProps) {
  const { t } = useLingui()
  const isChanged = (template: string) =>
    templates.some((one) => one.template === template && one.locale === shown.locale && one.updatedAt !== undefined)
  return (
    <nav className={styles.list} aria-label={t`Messages`}>
      <ul>
        {templateNames.map((template) => (
          <li key={template}>
            <Link
              className={styles.item}
              to={toPath(id, { template, locale: shown.locale })}
              aria-current={template === shown.template ? 'page' : undefined}
            >
              {t(templateWords[template].title)}
              {isChanged(template) && (
                <Badge kind="good">
                  <Trans>Changed</Trans>
                </Badge>
              )}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
