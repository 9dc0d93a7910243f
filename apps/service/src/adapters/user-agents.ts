import { parse } from 'bowser'
import type { UserAgents } from '../core/model/devices/user-agent.ts'

// Every browser's own value is shorter; longer ones are cut, so that parsing time is bounded.
const longest = 512
const longestText = 48

const shorten = (value: string | undefined) => value?.slice(0, longestText) || undefined

/** Parses user agents with the bowser library. */
export const bowserUserAgents: UserAgents = {
  read(header) {
    const text = header
      .slice(0, longest)
      .replaceAll(/[^ -~]+/g, ' ')
      .trim()
    // The library throws only for an empty value.
    if (text === '') return {}
    const { browser, os } = parse(text)
    return {
      clientName: shorten(browser.name),
      clientVersion: shorten(browser.version),
      osName: shorten(os.name),
      osVersion: shorten(os.version),
    }
  },
}
