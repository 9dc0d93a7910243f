import type { LaunchOptions } from '@playwright/test'

/** The Chromium on this machine, or its headless shell, limited to connecting to the service. */
export const browser: LaunchOptions = {
  executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
  args: [
    '--headless=new',
    '--no-sandbox',
    '--disable-gpu',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
  ],
}

/** Chromium with everything that its headless shell leaves out, such as separate storage for frames of other sites. */
export const fullBrowser: LaunchOptions = {
  ...browser,
  executablePath: process.env.FULL_CHROMIUM_PATH ?? browser.executablePath,
}
