import type { Page } from '@playwright/test'
import { createRequest, expect, home, openAccount, type Program, test, withoutAssistance } from './fixtures.ts'

type Visit = { name: string; open: (page: Page, program: Program & { device: string }) => Promise<unknown> }

/** Each page and view, in an order in which one session is enough. */
const visits: readonly Visit[] = [
  { name: 'sign in', open: (page, program) => page.goto(createRequest(program)) },
  {
    name: 'sign up, with a problem',
    open: async (page, program) => {
      await page.goto(createRequest(program, { prompt: 'create' }))
      await page.getByRole('button', { name: 'Create a passkey' }).click()
    },
  },
  {
    name: 'code',
    open: async (page) => {
      await page.goto(`${home}/sign-in/`)
      await page.getByRole('button', { name: 'Use a one-time code' }).click()
    },
  },
  { name: 'signed out', open: (page) => page.goto(`${home}/signed-out/`) },
  { name: 'problem', open: (page) => page.goto(`${home}/problem/`) },
  { name: 'expired', open: (page) => page.goto(`${home}/sign-in/?request=${'a'.repeat(60)}`) },
  { name: 'account', open: (page) => openAccount(page) },
  {
    name: 'account, with questions',
    open: async (page) => {
      await page.goto(`${home}/account/`)
      await page.getByRole('button', { name: 'Delete', exact: true }).click()
      await page.getByRole('button', { name: 'Add', exact: true }).last().click()
    },
  },
  { name: 'consent', open: (page, program) => page.goto(createRequest(program)) },
  {
    name: 'select an account',
    open: (page, program) => page.goto(createRequest(program, { prompt: 'select_account' })),
  },
  { name: 'device', open: (page) => page.goto(`${home}/device/?user_code=WD-JBMN-TQRX`) },
  {
    name: 'device, with a code',
    open: async (page, program) => {
      const form = { client_id: program.device, scope: 'openid profile' }
      const started = await page.request.post(`${home}/openid/device-authorization`, { form })
      await page.goto(((await started.json()) as { verification_uri_complete: string }).verification_uri_complete)
      await page.getByRole('button', { name: 'Continue' }).click()
      await expect(page.getByText('The device must show this code:')).toBeVisible()
    },
  },
  { name: 'sign out', open: (page) => page.goto(`${home}/openid/end-session`) },
  { name: 'problem of a sign-out', open: (page) => page.goto(`${home}/openid/end-session?client_id=nothing`) },
]

test('no page has accessibility violations in light and dark colors, or is wider than a phone', async ({
  page,
  thumbturn,
  createProgram,
  noViolations,
  mayLog,
}) => {
  mayLog(/400/)
  await withoutAssistance(page)
  await thumbturn.change('crossAuthMethods=otp,otp:email', 'accentColor=#5b21b6', 'backgroundColor=#ede9fe')
  const { id: device } = await createProgram({ type: 'device', authMethod: 'none', redirectUris: [] })
  const program = { ...(await createProgram()), device }
  for (const { name, open } of visits)
    await test.step(name, async () => {
      await page.setViewportSize({ width: 1280, height: 720 })
      await page.emulateMedia({ colorScheme: 'light' })
      await open(page, program)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await noViolations()
      await page.emulateMedia({ colorScheme: 'dark' })
      await noViolations('color-contrast')
      await page.setViewportSize({ width: 320, height: 640 })
      await expect.poll(() => page.evaluate('document.documentElement.scrollWidth'), name).toBe(320)
    })
  await thumbturn.change('crossAuthMethods=', 'accentColor=', 'backgroundColor=')
})

test('the keyboard alone signs up and signs out', async ({ page }) => {
  await withoutAssistance(page)
  await page.goto(`${home}/sign-in/`)
  await page.getByRole('button', { name: 'Create an account' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Create your account' })).toBeFocused()
  await page.keyboard.press('Tab')
  await page.keyboard.type(`keyboard-${Date.now()}`)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Your account', exact: true })).toBeVisible()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: 'Sign out' }).first()).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'You’re signed out' })).toBeVisible()
})

test('the brand of an application colors its pages, and its links open in another tab', async ({ page, thumbturn }) => {
  await thumbturn.change(
    'accentColor=#5b21b6',
    'cornerRadius=0',
    'helpUrl=https://example.com/help',
    'hostedText=Staff only.',
  )
  await page.goto(`${home}/sign-in/`)
  const button = page.getByRole('button', { name: 'Sign in with a passkey' })
  await expect(button).toHaveCSS('background-color', 'rgb(91, 33, 182)')
  await expect(button).toHaveCSS('border-radius', '0px')
  await expect(page.getByText('Staff only.')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Help' })).toHaveAttribute('target', '_blank')
  await thumbturn.change('accentColor=', 'cornerRadius=8', 'helpUrl=', 'hostedText=')
})

test('nothing is loaded from another host', async ({ page, createProgram }) => {
  const hosts = new Set<string>()
  page.on('request', (request) => hosts.add(new URL(request.url()).hostname))
  await page.goto(createRequest(await createProgram({ logoUrl: 'https://logos.example/logo.svg' })))
  await expect(page.getByRole('button', { name: 'Sign in with a passkey' })).toBeVisible()
  expect([...hosts]).toEqual(['localhost'])
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('a page says what to do, in each language', async ({ page }) => {
    await page.goto(`${home}/sign-in/`)
    await expect(page.getByRole('heading', { name: 'Turn on JavaScript to continue' })).toBeVisible()
    await expect(page.locator('p[lang]')).toHaveCount(9)
  })
})

/** The button of the sign-in page in each language. */
const buttons = {
  de: 'Mit Passkey anmelden',
  es: 'Iniciar sesión con una llave de acceso',
  fr: 'Se connecter avec une clé d’accès',
  it: 'Accedi con una passkey',
  ja: 'パスキーでログイン',
  nl: 'Inloggen met een passkey',
  pl: 'Zaloguj się kluczem dostępu',
  pt: 'Iniciar sessão com uma chave de acesso',
  zh: '使用通行密钥登录',
}

test('a program asks for a language, and the user chooses another, which is kept', async ({ page, createProgram }) => {
  const program = await createProgram()
  for (const [language, button] of Object.entries(buttons)) {
    await page.goto(createRequest(program, { ui_locales: `xx ${language}-XX en` }))
    await expect(page.getByRole('button', { name: button })).toBeVisible()
    await expect(page.locator('html')).toHaveAttribute('lang', language)
  }
  await page.getByRole('combobox').selectOption('de')
  await expect(page.getByRole('button', { name: 'Mit Passkey anmelden' })).toBeVisible()
  await page.goto(`${home}/sign-in/`)
  await expect(page.getByRole('heading', { name: 'Anmelden' })).toBeVisible()
})

test.describe('in a browser whose language is German', () => {
  test.use({ locale: 'de-AT' })

  test('pages and errors are in German', async ({ page }) => {
    await withoutAssistance(page)
    await page.goto(`${home}/sign-in/`)
    await page.getByRole('button', { name: 'Konto erstellen' }).click()
    await page.getByRole('button', { name: 'Passkey erstellen' }).click()
    await expect(page.getByText('Geben Sie Ihren Benutzernamen ein.')).toBeVisible()
  })
})

test('the language that was chosen last is shown, although another one arrives later', async ({ page }) => {
  const { promise: arrival, resolve: arrive } = Promise.withResolvers<void>()
  await page.route(/\/de-[^/]*\.js$/, (route) => arrival.then(() => route.continue()))
  await page.goto(`${home}/sign-in/`)
  const language = page.getByRole('contentinfo').getByRole('combobox')
  await language.selectOption('de')
  await language.selectOption('fr')
  await expect(page.getByRole('heading', { name: 'Se connecter' })).toBeVisible()
  const loaded = page.waitForResponse(/\/de-[^/]*\.js$/)
  arrive()
  await (await loaded).finished()
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve)))
  await expect(language).toHaveValue('fr')
  await expect(page.getByRole('heading', { name: 'Se connecter' })).toBeVisible()
})

test('a page whose code doesn’t arrive says so, and can be loaded again', async ({ page, mayLog }) => {
  mayLog(/ERR_FAILED/)
  await page.route(/\/DevicePage-[^/]*\.js$/, (route) => route.abort())
  await page.goto(`${home}/device/`)
  await expect(page.getByRole('heading', { name: 'This page didn’t load' })).toBeVisible()
  await page.unroute(/\/DevicePage-[^/]*\.js$/)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('button', { name: 'Create an account' })).toBeVisible()
})
