import assert from 'node:assert/strict'
import { globSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { installPackages } from './debian.ts'

const advice = 'Install libfaketime (Debian: apt-get install libfaketime)'

const find = () => globSync('/usr/lib/{*/,}faketime/libfaketimeMT.so.1')[0]

/** The path of libfaketime. Installed with apt on Debian if permitted. */
function libfaketime(): string {
  const found = find()
  if (found) return found
  if (!installPackages('libfaketime')) throw new Error(advice)
  return find() ?? assert.fail(advice)
}

/** The wall clock of processes started with `settings`. Their monotonic clock stays correct. */
export type FakeClock = { settings: Record<string, string>; set(offsetSeconds: number): void }

/** A clock without an offset at first. Its offset is stored in a file in that folder. */
export function fakeClock(folder: string): FakeClock {
  const file = join(folder, 'faketime')
  const set = (offsetSeconds: number) => writeFileSync(file, `${offsetSeconds < 0 ? '' : '+'}${offsetSeconds}\n`)
  set(0)
  const settings = {
    LD_PRELOAD: libfaketime(),
    FAKETIME_TIMESTAMP_FILE: file,
    FAKETIME_NO_CACHE: '1',
    DONT_FAKE_MONOTONIC: '1',
    FAKETIME_DONT_FAKE_MONOTONIC: '1',
  }
  return { settings, set }
}
