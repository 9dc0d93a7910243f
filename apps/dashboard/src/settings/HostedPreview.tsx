import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { IconExternalLink, IconFingerprint } from '@tabler/icons-react'
import { listBrandVariables } from '@thumbturn/contract/vocabulary/brand-colors.ts'
import type { CSSProperties } from 'react'
import { readAddress } from '../common/applications/address.ts'
import type { Application } from '../common/applications/queries.ts'
import { Card } from '../ui/Card.tsx'
import type { Values } from './draft.ts'
import styles from './HostedPreview.module.css'
import { findProblem } from './schema.ts'

type Props = { application: Application; values: Values }

/** The sign-in page with the brand as it is edited. Policies keep the page itself out of frames, so this is a picture of it. */
export function HostedPreview({ application, values }: Props) {
  const { t } = useLingui()
  return (
    <Card
      title={t`Preview of the sign-in page`}
      description={t`It follows what you change here. Users see it once you save.`}
      actions={
        <Button
          variant="default"
          size="xs"
          component="a"
          href={`${readAddress(application)}/sign-in/`}
          target="_blank"
          rel="noreferrer"
          rightSection={<IconExternalLink size={14} stroke={1.8} aria-hidden="true" />}
        >
          <Trans>Open the saved page</Trans>
        </Button>
      }
    >
      <div className={styles.both} style={listBrandVariables(readBrand(values)) as CSSProperties}>
        <Picture values={values} scheme="light" />
        <Picture values={values} scheme="dark" />
      </div>
    </Card>
  )
}

/** The values that could be saved; the default in place of others. */
function readBrand({ accentColor, backgroundColor, cornerRadius }: Values) {
  const readColor = (name: 'accentColor' | 'backgroundColor', value: unknown) =>
    findProblem(name, value) === undefined ? String(value) : ''
  return {
    accentColor: readColor('accentColor', accentColor),
    backgroundColor: readColor('backgroundColor', backgroundColor),
    cornerRadius: typeof cornerRadius === 'number' ? cornerRadius : 8,
  }
}

function Picture({ values, scheme }: { values: Values; scheme: 'light' | 'dark' }) {
  const { t } = useLingui()
  const { name, hostedSignUp, hostedText, termsUrl, privacyUrl, helpUrl } = values
  const links = [
    [t`Terms`, termsUrl],
    [t`Privacy`, privacyUrl],
    [t`Help`, helpUrl],
  ].filter(([, url]) => url)
  const label = scheme === 'dark' ? t`Sign-in page in dark colors` : t`Sign-in page in light colors`
  return (
    <div className={styles.page} data-scheme={scheme} role="img" aria-label={label}>
      <div className={styles.card}>
        <div className={styles.brand}>
          <Logo values={values} scheme={scheme} />
          {String(name)}
        </div>
        <div className={styles.title}>
          <Trans>Sign in</Trans>
        </div>
        <div className={styles.field}>
          <Trans>Username</Trans>
        </div>
        <div className={styles.button}>
          <IconFingerprint size={16} stroke={1.8} />
          <Trans>Sign in with a passkey</Trans>
        </div>
        {hostedSignUp === true && (
          <div className={styles.note}>
            <Trans>
              New here? <span>Create an account</span>
            </Trans>
          </div>
        )}
        {hostedText !== '' && <div className={styles.note}>{String(hostedText)}</div>}
      </div>
      <div className={styles.foot}>{links.map(([text]) => text as string).join('   ')}</div>
    </div>
  )
}

/** Its place: this page loads no picture from another host. */
function Logo({ values: { name, logoUrl, logoDarkUrl }, scheme }: { values: Values; scheme: 'light' | 'dark' }) {
  const { t } = useLingui()
  const url = (scheme === 'dark' && logoDarkUrl) || logoUrl
  return <span className={styles.logo}>{url ? t`Logo` : [...String(name).trim()][0]?.toUpperCase()}</span>
}
