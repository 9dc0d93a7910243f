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
          policy,
          profile,
          flow,
        })),
      ),
  )

type ListedCell = ReturnType<typeof listCells>[number]

/** Runs one cell. */
export async function checkCell(
  cell: ListedCell,
  stage: { tab: Tab; installation: Installation },
  expectOutcome: (cell: Cell) => string,
) {
  expect(await runFlow(cell.flow, { ...stage, ...cell })).toBe(expectOutcome(cell))
}
