import { createRequest, expect, home, openAccount, readReturn, test, withoutAssistance } from './fixtures.ts'

test('the page shows who asks, for what, and where the user returns to', async ({ page, createProgram }) => {
  const username = await openAccount(page)
  const program = await createProgram()
  await page.goto(createRequest(program, { scope: 'openid profile email groups offline_access' }))
  await expect(page.getByText(`Signed in as ${username}.`)).toBeVisible()
  await expect(page.getByRole('listitem')).toHaveText([
    'Who you are',
    'Your name and profile',
    'Your email address',
    'The groups you belong to',
    'Access while you’re away, until you revoke it',
  ])
  await expect(page.getByText('app.example', { exact: true })).toBeVisible()
})

test('denying is as easy as allowing, and the program learns it', async ({ page, createProgram }) => {
  await openAccount(page)
  await page.goto(createRequest(await createProgram()))
  const [deny, allow] = [page.getByRole('button', { name: 'Deny' }), page.getByRole('button', { name: 'Allow' })]
  const [one, other] = [await deny.boundingBox(), await allow.boundingBox()]
  expect([one?.width, one?.height, one?.y]).toEqual([other?.width, other?.height, other?.y])
  const returned = await readReturn(page, () => deny.click())
  expect(returned.get('error')).toBe('access_denied')
})

test('a program on the same device comes with a warning', async ({ page, createProgram }) => {
  await openAccount(page)
  const program = await createProgram({
    type: 'native',
    authMethod: 'none',
    redirectUris: ['http://127.0.0.1/callback'],
  })
  await page.goto(createRequest(program, { redirect_uri: 'http://127.0.0.1:9/callback' }))
  await expect(page.getByText('127.0.0.1:9', { exact: true })).toBeVisible()
  await expect(page.getByText('Allow it only if you started it yourself.')).toBeVisible()
})

test('a program that asks for access to an API shows its name, its host, and what each permission means', async ({
  page,
  createProgram,
  createResource,
}) => {
  const [read, write] = ['Read your files', 'Change and delete your files']
  const resource = 'https://files.example/mcp'
  const scopes = [
    { name: 'files:read', description: read },
    { name: 'files:write', description: write },
  ]
  await createResource({ uri: resource, name: 'Files', scopes })
  await openAccount(page)
  const program = await createProgram({ resources: [resource] })
  await page.goto(createRequest(program, { resource, scope: 'openid files:read' }))
  await expect(page.getByRole('heading', { name: 'Files files.example' })).toBeVisible()
  await expect(page.getByRole('listitem')).toHaveText(['Who you are', read])
  await readReturn(page, () => page.getByRole('button', { name: 'Allow' }).click())
  await page.goto(createRequest(program, { resource, scope: '' }))
  await expect(page.getByRole('listitem')).toHaveText([read, `${write}New`])
  await page.goto(`${home}/account/`)
  await expect(page.getByText(`Who you are · Files (files.example): ${read} ·`)).toBeVisible()
})

test('a program that asks for more says what is new', async ({ page, createProgram }) => {
  await openAccount(page)
  const program = await createProgram()
  await page.goto(createRequest(program, { scope: 'openid' }))
  await expect(page.getByText('New', { exact: true })).toBeHidden()
  await readReturn(page, () => page.getByRole('button', { name: 'Allow' }).click())
  await page.goto(createRequest(program, { scope: 'openid email' }))
  await expect(page.getByRole('listitem').filter({ hasText: 'New' })).toHaveText(['Your email addressNew'])
})

test('the back button does not lead to a consent that was given', async ({ page, createProgram }) => {
  await openAccount(page)
  await page.goto(createRequest(await createProgram()))
  await readReturn(page, () => page.getByRole('button', { name: 'Allow' }).click())
  await page.waitForURL('https://app.example/**')
  await page.goBack()
  await expect(page.getByRole('heading', { name: 'Your account', exact: true })).toBeVisible()
})

test('another user can sign in instead', async ({ page, createProgram }) => {
  await withoutAssistance(page)
  await openAccount(page)
  const program = await createProgram()
  await page.goto(createRequest(program))
  await page.getByRole('button', { name: 'Not you?' }).click()
  await expect(page.getByRole('heading', { name: `Sign in to ${program.name}` })).toBeVisible()
})

test('a user chooses the account of this browser, or another one', async ({ page, createProgram }) => {
  await withoutAssistance(page)
  const username = await openAccount(page)
  const program = await createProgram({ consent: 'skip' })
  await page.goto(createRequest(program, { prompt: 'select_account' }))
  await page.getByRole('link', { name: 'Use another account' }).click()
  await expect(page.getByRole('heading', { name: `Sign in to ${program.name}` })).toBeVisible()
  await page.goto(createRequest(program, { prompt: 'select_account' }))
  const returned = await readReturn(page, () => page.getByRole('button', { name: username }).click())
  expect(returned.get('code')).toBeTruthy()
})

test('a user who signed in in another tab continues with one click', async ({ page, createProgram }) => {
  await withoutAssistance(page)
  const program = await createProgram({ consent: 'skip' })
  await page.goto(createRequest(program))
  const waiting = page.url()
  const username = await openAccount(page)
  await page.goto(waiting)
  const returned = await readReturn(page, () => page.getByRole('button', { name: `Continue as ${username}` }).click())
  expect(returned.get('code')).toBeTruthy()
})

test('a program that needs a recent sign-in gets one, and no click without a passkey', async ({
  page,
  createProgram,
}) => {
  await withoutAssistance(page)
  const program = await createProgram({ consent: 'skip' })
  await openAccount(page)
  await page.goto(createRequest(program, { max_age: '0' }))
  await expect(page.getByRole('button', { name: /passkey/ })).toBeVisible()
  await expect(page.getByRole('button', { name: /^Continue as/ })).toHaveCount(0)
})
