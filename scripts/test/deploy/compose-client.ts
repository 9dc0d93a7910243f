// Runs in the network of the stack: signs a user up, prints `signed up`, signs in for some seconds, and prints the counts as JSON.
import { setTimeout as pause } from 'node:timers/promises'
import { createSignIns } from './sign-ins.ts'

const [, , host, seconds] = process.argv
const signIns = createSignIns({ host: host! })
await signIns.signUp({ 'x-forwarded-for': '198.51.100.9' })
console.log('signed up')
const repeated = signIns.repeat(2)
await pause(Number(seconds) * 1000)
signIns.stop()
console.log(JSON.stringify(await repeated))
