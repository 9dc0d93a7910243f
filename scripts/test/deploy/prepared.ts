import assert from 'node:assert/strict'

type PathVariable = 'DEPLOY_CERTIFICATES' | 'CADDY_PATH' | 'COMPOSE_PATH' | 'HELM_PATH' | 'MAILPIT_PATH'

/** The path of a file or folder that scripts/test/deploy-test.mjs prepared. */
export const findPrepared = (name: PathVariable) =>
  process.env[name] ?? assert.fail('Run these tests with `npm run deploy:test`')
