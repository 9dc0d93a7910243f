import { writeSync } from 'node:fs'

/** A reporter that ends the run at the first failure, which is enough to kill a mutant, and says which test it was. */
export default async function* firstFailure(events) {
  for await (const { type, data } of events) {
    if (type === 'test:fail') end(data)
    yield ''
  }
}

function end({ name, details }) {
  writeSync(1, `${name}: ${details.error.message}\n`)
  process.exit(1)
}
