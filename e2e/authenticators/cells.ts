import { test as base, expect } from '@playwright/test'
import { type FlowName, flows, runFlow } from './flows.ts'
import { type Installation, type Policy, policies, startInstallation } from './installation.ts'
import type { Cell } from './outcomes.ts'
import { type Profile, profiles } from './profiles.ts'
import type { Tab } from './tab.ts'

/** Playwright's test with an installation. */
export const test = base.extend<object, { installation: Installation }>({
  installation: [
    async ({ browserName: _ }, use) => {
      const installation = await startInstallation()
      await use(installation)
      await installation.stop()
    },
    { scope: 'worker' },
  ],
})

/** Each flow with each authenticator at each application. */
export const listCells = (exists: (profile: Profile) => boolean) =>
  (Object.keys(policies) as Policy[]).flatMap((policy) =>
    Object.entries(profiles)
      .filter(([, profile]) => exists(profile))
      .flatMap(([name, profile]) =>
        (Object.keys(flows) as FlowName[]).map((flow) => ({
          title: `${policy}: ${name} ${flow}`,
          name,
          policy,
          profile,
          flow,
        })),
      ),
  )

type Listed = ReturnType<typeof listCells>[number]

/** Runs one cell, and notes for the torture what it was. */
export async function checkCell(
  { name, ...cell }: Listed,
  stage: { tab: Tab; installation: Installation },
  expectOutcome: (cell: Cell) => string,
) {
  const { annotations } = test.info()
  annotations.push(
    { type: 'browser', description: stage.tab.browser },
    { type: 'profile', description: name },
    { type: 'flow', description: cell.flow },
  )
  const outcome = await runFlow(cell.flow, { ...stage, ...cell })
  annotations.push({ type: 'outcome', description: outcome })
  expect(outcome).toBe(expectOutcome(cell))
}
