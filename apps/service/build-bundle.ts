import { join } from 'node:path'
import { bundleService } from './bundle.ts'

// Whole test runs start this as the program `thumbturn`.
await bundleService(join(import.meta.dirname, 'dist/repository'), { layout: 'repository' })
