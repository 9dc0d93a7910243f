import { join } from 'node:path'
import { bundleService } from './bundle.ts'

// What whole test runs start as the program `thumbturn`.
await bundleService(join(import.meta.dirname, 'dist/repository'), { layout: 'repository' })
