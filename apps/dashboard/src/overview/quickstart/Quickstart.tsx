import { Tabs } from '@mantine/core'
import { readAddress } from '../../common/applications/address.ts'
import type { Application } from '../../common/applications/queries.ts'
import { Card } from '../../ui/Card.tsx'
import { CodeBlock } from '../../ui/CodeBlock.tsx'
import { fillAddress } from './fill.ts'
import styles from './Quickstart.module.css'
import { type Sample, samples } from './samples.ts'

/** Code for this very application. */
export function Quickstart({ application }: { application: Application }) {
  return (
    <Card title="Quickstart" description="Copy this code, which already contains this application’s address.">
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
    </Card>
  )
}

function Code({ sample: { install, files }, address }: { sample: Sample; address: string }) {
  return (
    <>
      {install && <CodeBlock title="Install" what="install command" code={install} />}
      {files.map(({ name, code }) => (
        <CodeBlock key={name} what={name} code={fillAddress(code, address)} />
      ))}
    </>
  )
}
