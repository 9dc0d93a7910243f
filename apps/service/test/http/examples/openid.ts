import type { openidApi } from '@thumbturn/contract'
import type { Prepare } from './world.ts'

export const preparations: Partial<Record<keyof typeof openidApi.routes, Prepare>> = {}
