import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, type Page, test } from '@playwright/test'
import { createDevice, withoutAutofill } from '../device.ts'
import type { Program } from './programs.ts'
import { createProject, type Project, report } from './project.ts'

type Steps = {
  /** Starts what serves the page: as in development, and as in production where the tool distinguishes the two. */
  develop: (project: Project) => Promise<Program>
  deploy: (project: Project) => Promise<Program>
  /** Whether the tool sets NODE_ENV to production, where the session has a cookie of its own. */
  isProduction?: boolean
}

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()

/** The element is on every page; it keeps the view in which the first attempt failed. */
async function signUp(page: Page, username: string): Promise<void> {
  if (!(await page.getByRole('button', { name: 'Sign up with a passkey' }).isVisible()))
    await press(page, 'Create an account')
  await page.getByLabel('Username').fill(username)
  await press(page, 'Sign up with a passkey')
}

const startPage = (project: Project) => project.start('page', project.page)

const startOnPort = (project: Project, script: string) =>
  project.start(`${script} -- --port ${new URL(project.page).port} --strictPort`, project.page)

/** Vite serves the page and passes `/api` to the backend, a program of its own. */
async function startVite(project: Project, script: string): Promise<Program> {
  const backend = await project.start('backend', project.backend)
  const page = await startOnPort(project, script)
  return {
    stop: async () => {
      await Promise.all([backend.stop(), page.stop()])
    },
  }
}

const vite = {
  develop: (project: Project) => startVite(project, project.read('page')),
  deploy: (project: Project) => {
    project.run('npm run build')
    return startVite(project, 'npm run preview')
  },
}

/** The scaffolder's layout downloads fonts, which requires more of the internet than npm's registry. */
const layoutWithoutFonts = `
import './globals.css'

export default function RootLayout({ children }: { children: React.ReactNode }) {
  return <html lang="en"><body>{children}</body></html>
}
`

const projects: Record<string, Steps> = {
  'vite-react': vite,
  vue: vite,
  sveltekit: {
    isProduction: true,
    develop: (project) => startOnPort(project, project.read('page')),
    deploy: (project) => {
      project.run('npm run build')
      return startOnPort(project, 'npm run preview')
    },
  },
  next: {
    isProduction: true,
    develop: (project) => {
      writeFileSync(join(project.folder, 'app/layout.tsx'), layoutWithoutFonts)
      return startPage(project)
    },
    deploy: (project) => {
      project.run('npm run build')
      return project.start('npm start', project.page)
    },
  },
  express: { develop: startPage, deploy: startPage },
  fastify: { develop: startPage, deploy: startPage },
  plain: { develop: startPage, deploy: startPage },
}

for (const [name, steps] of Object.entries(projects)) {
  test(`a user of the project ${name} signs up, out, and in, also after another package was installed`, async ({
    page,
  }) => {
    const project = await createProject(name)
    const running: Program[] = []
    try {
      running.push(await project.start('service', `${project.service}/ready`))
      project.run('secrets')
      await createDevice(page)
      await withoutAutofill(page)

      const development = await steps.develop(project)
      running.push(development)
      await page.goto(project.page)
      await expectAdvice(page, project)
      project.run('allow')
      await expect(async () => {
        await signUp(page, 'ada@example.com')
        await expectSignedIn(page, { project, username: 'ada@example.com' })
      }).toPass()
      await signOutAndIn(page, { project, username: 'ada@example.com' })
      await development.stop()

      report(`${name}: npm install of another package`, () => project.run('npm install is-number@7.0.0'))
      project.run('npm ls @thumbturn/web @thumbturn/node thumbturn')
      running.push(await steps.deploy(project))
      await reloadWithoutToken(page)
      if (steps.isProduction) await press(page, 'Sign in with a passkey')
      await signOutAndIn(page, { project, username: 'ada@example.com' })
    } finally {
      for (const program of running) await program.stop()
      project.remove()
    }
  })
}

type Situation = { project: Project; username: string }

/** Before the origin is allowed, the page names the command that the documentation has the user run. */
async function expectAdvice(page: Page, project: Project): Promise<void> {
  await signUp(page, 'ada@example.com')
  await expect(page.getByRole('main').getByRole('alert')).toContainText(`To allow it, run: ${project.read('allow')}`)
}

/** Shows the page as later than ten minutes after the sign-in, when the token of the SDK has expired. */
async function reloadWithoutToken(page: Page): Promise<void> {
  await page.context().clearCookies({ name: 'thumbturn_demo_token' })
  await page.reload()
}

async function signOutAndIn(page: Page, { project, username }: Situation) {
  await expectSignedIn(page, { project, username })
  await press(page, 'Sign out')
  await expect(page.getByRole('heading', { name: 'Sign in' }).first()).toBeVisible()
  expect(await readUser(page, project)).toEqual([401, undefined])
  await press(page, 'Sign in with a passkey')
  await expectSignedIn(page, { project, username })
  await reloadWithoutToken(page)
  await expectSignedIn(page, { project, username })
}

async function expectSignedIn(page: Page, { project, username }: Situation) {
  await expect(page.getByRole('heading', { name: `Hello, ${username}` })).toBeVisible()
  expect(await readUser(page, project)).toEqual([200, username])
  expect((await fetch(`${project.page}/api/me`)).status).toBe(401)
}

/** The response of the protected route to this browser. */
async function readUser(page: Page, project: Project): Promise<[number, string | undefined]> {
  const response = await page.request.get(`${project.page}/api/me`)
  return [response.status(), ((await response.json()) as { username?: string }).username]
}
