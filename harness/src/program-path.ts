import { fileURLToPath } from 'node:url'

/**
 * The program that tests start as `thumbturn`: the source, and in whole runs a bundle of it, which is ready in half the
 * time (scripts/test/test.mjs).
 */
export const programPath = process.env.TEST_PROGRAM ?? fileURLToPath(import.meta.resolve('@thumbturn/service/main.ts'))
