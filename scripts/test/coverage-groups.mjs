// The scope of `npm run coverage`: the percentage of the branches of these sources that tests must reach.
const service = 'apps/service/src'
const tests = 'apps/service/test'
const current = `${tests}/http/current`

/** `least` is the percentage of branches; `tests` are enough to reach it. */
export const groups = {
  verifier: {
    least: 100,
    sources: ['packages/webauthn/src/**/*.ts'],
    // The others take long, or depend on vectors that aren't in the repository.
    tests: [
      'packages/webauthn/test/!(differential|loading|wycheproof|steps|official-vectors|derived-vectors|structure-attempts).test.ts',
    ],
  },
  sessions: {
    least: 100,
    sources: [
      `${service}/adapters/{sessions,sealed-box}.ts`,
      `${service}/core/{spent-session,watermark}.ts`,
      `${service}/core/flows/open-flow.ts`,
      `${service}/storage/tables/spent-sessions.ts`,
    ],
    tests: [
      `${tests}/adapters/{sealed-box,sessions}.test.ts`,
      `${tests}/core/watermark.test.ts`,
      `${tests}/core/flows/open-flow.test.ts`,
      `${tests}/storage/upkeep.test.ts`,
      `${current}/{sessions,mfa-steps}.test.ts`,
      `${tests}/http/cross/{clock,new-applications}.test.ts`,
    ],
  },
  codes: {
    least: 100,
    sources: [
      `${service}/core/{model,use-cases}/codes/*.ts`,
      `${service}/core/flows/otp/*.ts`,
      `${service}/storage/tables/codes.ts`,
    ],
    tests: [
      `${tests}/core/flows/otp/*.test.ts`,
      `${tests}/storage/codes.test.ts`,
      `${current}/{codes,code-unknown-users,contact-addresses,guessing,mfa,mfa-steps,mfa-unknown-users,other-ways,profile,secondary-contacts,sessions}.test.ts`,
      `${tests}/http/cross/recovery.test.ts`,
      `${tests}/http/gen1/contact-codes.test.ts`,
    ],
  },
  tokens: {
    least: 100,
    sources: [
      `${service}/adapters/{tokens,jws}.ts`,
      `${service}/core/model/users/token-epoch.ts`,
      `${service}/core/flows/authentication/{token,verify-token}.ts`,
      `${service}/core/flows/mfa/{tokens,session-tokens,refresh}.ts`,
      `${service}/core/use-cases/clients/service-token.ts`,
    ],
    tests: [
      `${tests}/adapters/{client-tokens,tokens}.test.ts`,
      `${current}/{codes,tokens,user-tokens,mfa-tokens,mfa-refresh,sessions}.test.ts`,
      `${tests}/http/admin/{signing-keys,users}.test.ts`,
      `${tests}/http/cross/{overload,recovery,sign-outs,signing-key-outages}.test.ts`,
      `${tests}/http/gen1/service-tokens.test.ts`,
    ],
  },
  // Without the command line, whose tests start programs.
  all: {
    least: 95,
    sources: [
      `${service}/{adapters,core,http,observability,storage}/**/*.ts`,
      `${service}/*.ts`,
      'packages/webauthn/src/**/*.ts',
    ],
    tests: [
      `${tests}/{adapters,core,http,observability,storage}/**/*.test.ts`,
      `${tests}/config.test.ts`,
      'packages/webauthn/test/!(differential|loading|wycheproof|steps|official-vectors|derived-vectors|structure-attempts).test.ts',
    ],
  },
}
