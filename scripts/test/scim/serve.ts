import { writeFileSync } from 'node:fs'
import { newDirectory } from '@thumbturn/service-harness/scim.ts'
import { startService } from '@thumbturn/service-harness/service.ts'

// Serves an empty installation until it is stopped; its address and the API key of a directory go into the file.
const [, , file = ''] = process.argv
const service = await startService({ databaseUrl: 'sqlite::memory:' })
const { key } = await newDirectory(service)
const url = await service.server.listen({ port: 0, host: '127.0.0.1' })
writeFileSync(file, JSON.stringify({ url: `${url}/scim/v2`, key }))
