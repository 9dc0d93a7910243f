import { expect, test } from '@thumbturn/e2e/fixtures.ts'
import { guide, hold, hydrated, read, routes } from './site.ts'

test.describe('frame', () => {
  test('brand, items and the external link on the right', async ({ page }) => {
    await page.goto(guide)
    const navbar = page.locator('.navbar')
    await expect(navbar.getByRole('link', { name: 'Thumbturn' })).toHaveAttribute('href', '/')
    await expect(navbar.locator('.navbar__items').first()).toContainText('Guides')
    const external = navbar.locator('.navbar__items--right').getByRole('link', { name: /Dashboard/ })
    await expect(external).toHaveAttribute('target', '_blank')
    await expect(navbar.getByRole('button', { name: /English/ })).toBeVisible()
  })

  test('the API link leads to the API that is open, elsewhere to /api', async ({ page }) => {
    const link = page.locator('.navbar').getByRole('link', { name: 'API', exact: true })
    for (const [at, to] of [
      [guide, '/api/'],
      ['/next/api/', '/next/api/'],
      ['/proxy/api/', '/proxy/api/'],
      ['/api/', '/api/'],
    ] as const) {
      await page.goto(at)
      await expect(link).toHaveAttribute('href', to)
    }
  })

  test('skip link, footer, privacy notice and the hidden version', async ({ page }) => {
    await page.goto(guide)
    await hydrated(page)
    await page.keyboard.press('Tab')
    await expect(page.getByRole('link', { name: 'Skip to main content' })).toBeFocused()
    const footer = page.locator('.footer')
    await expect(footer).toContainText('© 2025')
    await expect(footer.getByRole('link', { name: 'Privacy notice' })).toHaveAttribute('href', '/privacy/')
    await expect(footer.locator('[data-site-version]')).toBeHidden()
    await expect(footer.locator('[data-site-version]')).toHaveText('2.19.0')
    await expect(footer.getByRole('button', { name: '2.X' })).toBeVisible()
  })

  test('titles are page, delimiter, site', async ({ page }) => {
    await page.goto(guide)
    await expect(page).toHaveTitle('Sign in with a passkey | Thumbturn')
    await page.goto('/')
    await expect(page).toHaveTitle('Self-hosted passkey authentication | Thumbturn')
  })

  test('the table of contents has levels 2 and 3', async ({ page }) => {
    await page.goto('/reference-documentation/web/web-sdk/')
    const contents = page.locator('.table-of-contents')
    await expect(contents.getByRole('link', { name: 'Calls', exact: true })).toBeVisible()
    await expect(contents.getByRole('link', { name: 'createPasskey', exact: true })).toBeVisible()
    const levels = await page.locator('article :is(h2,h3,h4)[id]').evaluateAll((all) => all.map((one) => one.tagName))
    expect(await contents.getByRole('link').count()).toBe(levels.filter((level) => level !== 'H4').length)
  })

  test('the navbar hides when one scrolls down, and comes back', async ({ page }) => {
    await page.goto(guide)
    await hydrated(page)
    await page.mouse.wheel(0, 300)
    await page.waitForTimeout(100) // two events of scrolling, not one
    await page.mouse.wheel(0, 600)
    await expect(page.locator('.navbar')).toHaveClass(/navbarHidden/)
    await page.mouse.wheel(0, -300)
    await expect(page.locator('.navbar')).not.toHaveClass(/navbarHidden/)
  })

  for (const [path, languages] of [
    ['/reference-documentation/mobile/android/', ['kotlin', 'dart']],
    ['/reference-documentation/mobile/ios/', ['swift', 'objectivec']],
  ] as const) {
    test(`${languages.join(' and ')} are highlighted`, async ({ page }) => {
      await page.goto(path)
      for (const language of languages) {
        // Tabs are drawn once more in the browser, which waits for the highlighter.
        const words = `.language-${language} .token.keyword, .language-${language} .token.string`
        await expect(page.locator(words).first()).toBeAttached()
      }
    })
  }
})

test.describe('width', () => {
  for (const [width, isDesktop] of [
    [995, false],
    [996, true],
  ] as const) {
    test(`${width} pixels are ${isDesktop ? 'a desktop' : 'no desktop'}`, async ({ page }) => {
      await page.setViewportSize({ width, height: 800 })
      await page.goto(guide)
      await hydrated(page)
      await expect(page.getByRole('button', { name: 'Toggle navigation bar' })).toBeVisible({ visible: !isDesktop })
      await expect(page.locator('.theme-doc-sidebar-container')).toBeVisible({ visible: isDesktop })
      await expect(page.locator('.theme-doc-toc-desktop')).toHaveCount(isDesktop ? 1 : 0)
    })
  }
})

test.describe('what the browser keeps', () => {
  test('the color mode goes from system to light to dark and back, and is kept', async ({ page }) => {
    await page.emulateMedia({ colorScheme: 'dark' })
    await page.goto('/')
    await hydrated(page)
    const html = page.locator('html')
    const toggle = page.locator('.navbar [class*=toggleButton]').first()
    const kept = () => page.evaluate(() => localStorage.getItem('theme'))
    await expect(html).toHaveAttribute('data-theme', 'dark')
    expect(await kept()).toBeNull()
    await toggle.click()
    await expect(html).toHaveAttribute('data-theme', 'light')
    expect(await kept()).toBe('light')
    await page.reload()
    await expect(html).toHaveAttribute('data-theme', 'light')
    await hydrated(page)
    await toggle.click()
    await expect(html).toHaveAttribute('data-theme', 'dark')
    expect(await kept()).toBe('dark')
    await toggle.click()
    await expect.poll(kept).toBeNull()
  })

  const idKey = 'docusaurus.announcement.id'
  const dismissKey = 'docusaurus.announcement.dismiss'
  const announcement = /Thumbturn is new/

  test('a closed announcement stays closed', async ({ page }) => {
    await page.goto('/')
    await hydrated(page)
    await page.getByRole('button', { name: 'Close' }).click()
    await expect(page.getByText(announcement)).toBeHidden()
    await page.reload()
    await hydrated(page)
    await expect(page.getByText(announcement)).toBeHidden()
  })

  for (const [what, id, shows] of [
    ['of another id', 'an-older-one', true],
    ['of the misspelt id', 'annoucement-bar', false],
  ] as const) {
    test(`a dismissal ${what} ${shows ? 'is reset' : 'still counts'}`, async ({ page }) => {
      await page.addInitScript(
        ([idKey, dismissKey, id]) => {
          if (sessionStorage.getItem('prepared')) return
          sessionStorage.setItem('prepared', 'yes')
          localStorage.setItem(idKey!, id!)
          localStorage.setItem(dismissKey!, 'true')
        },
        [idKey, dismissKey, id],
      )
      await page.goto('/')
      await hydrated(page)
      await expect(page.getByText(announcement)).toBeVisible({ visible: shows })
      expect(await page.evaluate((key) => localStorage.getItem(key), idKey)).toBe('announcement-bar')
    })
  }

  for (const [version, kept] of [
    ['current', 'current'],
    ['9.X', null],
  ] as const) {
    test(`the preferred version ${version} is ${kept ? 'kept' : 'cleared'}`, async ({ page }) => {
      const key = 'docs-preferred-version-default'
      await page.addInitScript(([key, version]) => localStorage.setItem(key!, version!), [key, version])
      await page.goto('/')
      await hydrated(page)
      await expect.poll(() => page.evaluate((key) => localStorage.getItem(key), key)).toBe(kept)
    })
  }
})

test.describe('addresses', () => {
  test('an unknown path is the not-found page, with its title and status 404', async ({ page, mayLog }) => {
    mayLog(/404/)
    const answer = await page.goto('/no/such/page/')
    expect(answer?.status()).toBe(404)
    await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible()
    await hydrated(page)
    await expect(page).toHaveTitle('Page not found | Thumbturn')
  })

  for (const ending of ['index', 'index.html', '']) {
    test(`what ends in "${ending}" is its folder`, async ({ page }) => {
      await page.goto(ending ? `/analytics/${ending}` : '/analytics')
      await expect(page).toHaveURL(/\/analytics\/$/)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Analytics')
    })
  }

  test('on a host that redirects nothing a bare index is its folder too', async ({ page, mayLog }) => {
    mayLog(/404/)
    await page.route('**/analytics/index', (route) =>
      route.fulfill({ status: 404, contentType: 'text/html', body: read('404.html') }),
    )
    await page.goto('/analytics/index')
    await expect(page).toHaveURL(/\/analytics\/$/)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Analytics')
  })

  test('a page opens at its hash, or at the top', async ({ page }) => {
    await page.goto(`${guide}#errors`)
    await expect(page.locator('#errors')).toBeInViewport()
    await hydrated(page)
    await page.locator('.theme-doc-sidebar-menu').getByRole('link', { name: 'Sign in from autofill' }).click()
    await expect(page).toHaveURL(/autofill/)
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0)
  })

  test('every page has its data and its Markdown', async ({ request }) => {
    const llms = await (await request.get('/llms.txt')).text()
    for (const route of routes) {
      expect(JSON.parse(read(`${route}page-data.json`))).toMatchObject({ path: route })
      expect(read(`${route}index.md`).length).toBeGreaterThan(100)
      expect(llms).toContain(`${route}index.md)`)
    }
    expect(read(`${guide}index.md`)).toContain("import { PasskeyError } from '@thumbturn/web'")
  })
})

test.describe('moving on', () => {
  test('the progress bar begins 200 ms after a click to another page, without spinner, and ends with it', async ({
    page,
  }) => {
    await page.goto('/security/')
    await hydrated(page)
    await page.evaluate(() => {
      const seen = window as unknown as { clicked: number; barAfter?: number }
      addEventListener(
        'click',
        () => {
          seen.clicked = performance.now()
        },
        true,
      )
      new MutationObserver(() => {
        if (document.getElementById('nprogress')) seen.barAfter ??= performance.now() - seen.clicked
      }).observe(document.documentElement, { childList: true, subtree: true })
    })
    const release = await hold(page, /assets\/js\/.*\.js/)
    const blocked = page.waitForRequest(/assets\/js/).catch(() => undefined)
    await page.evaluate(() => {
      for (const link of document.querySelectorAll('link[rel=prefetch]')) link.remove()
    })
    await page.locator('.footer').getByRole('link', { name: 'Current API' }).click()
    await blocked
    await expect(page.locator('#nprogress')).toBeAttached()
    await expect(page.locator('#nprogress .spinner')).toHaveCount(0)
    const after = await page.evaluate(() => (window as unknown as { barAfter: number }).barAfter)
    expect(after).toBeGreaterThanOrEqual(195)
    release()
    await expect(page).toHaveURL(/next\/api/)
    await expect(page.locator('#nprogress')).toHaveCount(0)
  })

  test('a route whose assets cannot be loaded is loaded whole', async ({ page, mayLog }) => {
    mayLog(/Failed to load|ChunkLoadError|ERR_FAILED|Loading chunk|preload/)
    await page.goto('/security/')
    await hydrated(page)
    let failing = true
    await page.route(/assets\/js\/.*\.js/, (route) => (failing ? route.abort() : route.continue()))
    const whole = page
      .waitForRequest((request) => request.isNavigationRequest())
      .then(() => {
        failing = false
      })
    await page.locator('.footer').getByRole('link', { name: 'Current API' }).click()
    await whole
    await expect(page.getByRole('heading', { level: 1 })).toContainText('API')
  })

  for (const [what, connection, prefetches] of [
    ['a good connection', { effectiveType: '4g', saveData: false }, true],
    ['2g', { effectiveType: '2g', saveData: false }, false],
    ['the data saver', { effectiveType: '4g', saveData: true }, false],
  ] as const) {
    test(`pages are ${prefetches ? '' : 'not '}fetched ahead on ${what}`, async ({ page }) => {
      await page.addInitScript(
        (connection) => Object.defineProperty(navigator, 'connection', { value: connection }),
        connection,
      )
      await page.goto('/security/')
      await hydrated(page)
      await page.locator('.footer').scrollIntoViewIfNeeded()
      if (prefetches) {
        const hints = page.locator('link[rel=prefetch]')
        await expect.poll(() => hints.count()).toBeGreaterThan(0)
        const files = await hints.evaluateAll((all) => all.map((one) => one.getAttribute('href')))
        expect(new Set(files).size).toBe(files.length)
      } else {
        await page.waitForTimeout(1000) // for something not to happen
        expect(await page.locator('link[rel=prefetch]').count()).toBe(0)
      }
    })
  }
})

test.describe('when something fails', () => {
  const breakOnce = (page: import('@playwright/test').Page) =>
    page.addInitScript(() => {
      let broken = true
      addEventListener('mend', () => {
        broken = false
      })
      const answer = {
        get conditionalGet() {
          if (broken) throw new Error('broken on purpose', { cause: new Error('the reason behind it') })
          return true
        },
      }
      PublicKeyCredential.getClientCapabilities = async () => answer as never
    })

  test('a crashed page says so, with its causes, and tries again', async ({ page, mayLog }) => {
    mayLog(/broken on purpose/)
    await breakOnce(page)
    await page.goto('/compatibility/')
    await expect(page.getByRole('heading', { name: 'This page crashed.' })).toBeVisible()
    await expect(page).toHaveTitle('Page Error')
    await expect(page.getByText('broken on purpose')).toBeVisible()
    await expect(page.getByText('the reason behind it')).toBeVisible()
    await page.evaluate(() => dispatchEvent(new Event('mend')))
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Compatibility')
  })

  test('so does a page whose frame crashed', async ({ page, mayLog }) => {
    mayLog(/frame broken|navbar item failed/)
    await page.addInitScript(() => {
      Object.defineProperty(navigator, 'platform', {
        get() {
          throw new Error('frame broken')
        },
      })
    })
    await page.goto('/security/')
    await expect(page.getByRole('heading', { name: 'This page crashed.' })).toBeVisible()
    await expect(page).toHaveTitle('Page Error')
    await expect(page.getByText(/navbar item failed to render[\s\S]*frame broken/).first()).toBeVisible()
    await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible()
  })

  test('a lazy part shows a spinner after a moment, then its error and Retry, which recovers', async ({
    page,
    mayLog,
  }) => {
    mayLog(/Failed to load|ERR_FAILED|ChunkLoadError|Loading chunk/)
    await page.goto('/next/api/#version')
    await hydrated(page)
    let failing = true
    let release = () => {}
    const released = new Promise<void>((resolve) => {
      release = resolve
    })
    await page.route(/assets\/js\/.*\.js/, async (route) => {
      await released
      return failing ? route.abort() : route.continue()
    })
    await page
      .locator('.operation')
      .filter({ has: page.locator('#version') })
      .getByRole('button', { name: 'Try it' })
      .click()
    await expect(page.locator('.operation-panel #loader')).toBeVisible()
    release()
    const retry = page.getByRole('button', { name: 'Retry' })
    await expect(retry).toBeVisible()
    failing = false
    await retry.click()
    await expect(page.getByRole('form', { name: /Try/ })).toBeVisible()
  })

  test('a site whose scripts do not load says that its base URL may be wrong', async ({ page, mayLog }) => {
    mayLog(/Failed to load|ERR_FAILED/)
    await page.route(/assets\//, (route) => route.abort())
    await page.goto('/')
    await expect(page.getByText(/did not load properly/)).toBeVisible()
  })
})
