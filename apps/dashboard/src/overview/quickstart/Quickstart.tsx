import { useLingui } from '@lingui/react/macro'
import { Tabs } from '@mantine/core'
import { writeInstallScript } from '@thumbturn/contract/vocabulary/publication.ts'
import { readAddress } from '../../common/applications/address.ts'
import type { Application } from '../../common/applications/queries.ts'
import { Card } from '../../ui/Card.tsx'
import { CodeBlock } from '../../ui/CodeBlock.tsx'
import { Fold } from '../../ui/Fold.tsx'
import { fillAddress } from './fill.ts'
import styles from './Quickstart.module.css'
import { type Sample, samples } from './samples.ts'

type Props = { application: Application }

/** Code for this very application. */
export function Quickstart({ application }: Props) {
  const { t } = useLingui()
  return (
    <div id="quickstart" className={styles.anchor}>
      <Card title={t`Quickstart`} description={t`This code already has the address of this application.`}>
        <CodeTabs application={application} />
      </Card>
    </div>
  )
}

/** The same for an application in use, whose team rarely needs it. */
export function FoldedQuickstart({ application, isOpen }: Props & { isOpen: boolean }) {
  const { t } = useLingui()
  return (
    <div id="quickstart" className={styles.anchor}>
      <Card flush>
        <Fold text={t`Code for another page or backend`} isOpen={isOpen}>
          <div className={styles.folded}>
            <CodeTabs application={application} />
          </div>
        </Fold>
      </Card>
    </div>
  )
}

function CodeTabs({ application }: Props) {
  return (
    <Tabs defaultValue={samples[0]?.id ?? null} keepMounted={false}>
      <Tabs.List className={styles.tabs}>
        {samples.map(({ id, title }) => (
          <Tabs.Tab key={id} value={id}>
            {title}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {samples.map((sample) => (
        <Tabs.Panel key={sample.id} value={sample.id} className={styles.panel}>
          <Code sample={sample} address={readAddress(application)} />
        </Tabs.Panel>
      ))}
    </Tabs>
  )
}

function Code({ sample: { packages, files }, address }: { sample: Sample; address: string }) {
  const { t } = useLingui()
  return (
    <>
      {packages.length > 0 && (
        <CodeBlock title={t`Install`} what={t`install command`} language="shell" code={writeInstallScript(packages)} />
      )}
      {files.map(({ name, language, code }) => (
        <CodeBlock
          key={code}
          what={typeof name === 'string' ? name : t(name)}
          language={language}
          code={fillAddress(code, address)}
        />
      ))}
    </>
  )
}
