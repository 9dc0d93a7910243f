import { describe } from 'node:test'
import type { FreshDatabase } from '../../test/databases.ts'
import { aaguidsContract } from './aaguids.contract.ts'
import { accessContract } from './access.contract.ts'
import { addressingContract } from './addressing.contract.ts'
import { adminContract } from './admin.contract.ts'
import { attestationContract } from './attestation.contract.ts'
import { authorizationContract } from './authorization.contract.ts'
import { blacklistContract } from './blacklist.contract.ts'
import { bodiesContract } from './bodies.contract.ts'
import { codeStrangersContract } from './code-strangers.contract.ts'
import { codesContract } from './codes.contract.ts'
import { addressesContract } from './contact-addresses.contract.ts'
import { deletionsContract } from './deletions.contract.ts'
import { deliveryContract } from './delivery.contract.ts'
import { devicesContract } from './devices.contract.ts'
import { discoveryContract } from './discovery.contract.ts'
import { enumerationContract } from './enumeration.contract.ts'
import { eventsContract } from './events.contract.ts'
import { gen1BodiesContract } from './gen1-bodies.contract.ts'
import { gen1CodesContract } from './gen1-codes.contract.ts'
import { gen1ContactCodesContract } from './gen1-contact-codes.contract.ts'
import { gen1CredentialsContract } from './gen1-credentials.contract.ts'
import { gen1EmailVerificationContract } from './gen1-email-verification.contract.ts'
import { gen1OwnCodesContract } from './gen1-own-codes.contract.ts'
import { gen1PasskeysContract } from './gen1-passkeys.contract.ts'
import { gen1PasswordsContract } from './gen1-passwords.contract.ts'
import { gen1PublicKeysContract } from './gen1-public-keys.contract.ts'
import { gen1TransactionsContract } from './gen1-transactions.contract.ts'
import { gen1UsersContract } from './gen1-users.contract.ts'
import { generationsContract } from './generations.contract.ts'
import { guessingContract } from './guessing.contract.ts'
import { historyContract } from './history.contract.ts'
import { limitsContract } from './limits.contract.ts'
import { managementContract } from './management.contract.ts'
import { messageLimitsContract } from './message-limits.contract.ts'
import { metadataContract } from './metadata.contract.ts'
import { mfaContract } from './mfa.contract.ts'
import { mfaRefreshContract } from './mfa-refresh.contract.ts'
import { mfaStepsContract } from './mfa-steps.contract.ts'
import { mfaStrangersContract } from './mfa-strangers.contract.ts'
import { mfaTokensContract } from './mfa-tokens.contract.ts'
import { noticesContract } from './notices.contract.ts'
import { otherWaysContract } from './other-ways.contract.ts'
import { passkeysContract } from './passkeys.contract.ts'
import { profileContract } from './profile.contract.ts'
import { proxyContract } from './proxy.contract.ts'
import { proxyLookupsContract } from './proxy-lookups.contract.ts'
import { racesContract } from './races.contract.ts'
import { recoveryContract } from './recovery.contract.ts'
import { refusalsContract } from './refusals.contract.ts'
import { routeTableContract } from './route-table.contract.ts'
import { serviceTokensContract } from './service-tokens.contract.ts'
import { sessionsContract } from './sessions.contract.ts'
import { sharedAccountsContract } from './shared-accounts.contract.ts'
import { signInContract } from './sign-in.contract.ts'
import { signUpContract } from './sign-up.contract.ts'
import { signingKeysContract } from './signing-keys.contract.ts'
import { strangersContract } from './strangers.contract.ts'
import { tokensContract } from './tokens.contract.ts'
import { transactionRefusalsContract } from './transaction-refusals.contract.ts'
import { transactionsContract } from './transactions.contract.ts'
import { wellKnownContract } from './well-known.contract.ts'

/** What the HTTP surface must do, whatever the engine under it. */
export function httpContract(engine: string, fresh: FreshDatabase) {
  describe(`signing up on ${engine}`, () => signUpContract(fresh))
  describe(`signing in on ${engine}`, () => signInContract(fresh))
  describe(`sessions on ${engine}`, () => sessionsContract(fresh))
  describe(`racing on ${engine}`, () => racesContract(fresh))
  describe(`what strangers learn on ${engine}`, () => enumerationContract(fresh))
  describe(`ways without a passkey on ${engine}`, () => otherWaysContract(fresh))
  describe(`asking about people on ${engine}`, () => strangersContract(fresh))
  describe(`confirming transactions on ${engine}`, () => transactionsContract(fresh))
  describe(`refusing transactions on ${engine}`, () => transactionRefusalsContract(fresh))
  describe(`flows of several factors on ${engine}`, () => mfaContract(fresh))
  describe(`steps of flows on ${engine}`, () => mfaStepsContract(fresh))
  describe(`what flows earn on ${engine}`, () => mfaTokensContract(fresh))
  describe(`what strangers learn of flows on ${engine}`, () => mfaStrangersContract(fresh))
  describe(`refresh tokens on ${engine}`, () => mfaRefreshContract(fresh))
  describe(`one-time codes on ${engine}`, () => codesContract(fresh))
  describe(`guessing codes on ${engine}`, () => guessingContract(fresh))
  describe(`what strangers learn of codes on ${engine}`, () => codeStrangersContract(fresh))
  describe(`tokens on ${engine}`, () => tokensContract(fresh))
  describe(`rotating signing keys on ${engine}`, () => signingKeysContract(fresh))
  describe(`routes on ${engine}`, () => routeTableContract(fresh))
  describe(`access on ${engine}`, () => accessContract(fresh))
  describe(`authorization on ${engine}`, () => authorizationContract(fresh))
  describe(`passkeys on ${engine}`, () => passkeysContract(fresh))
  describe(`management on ${engine}`, () => managementContract(fresh))
  describe(`recognising devices on ${engine}`, () => devicesContract(fresh))
  describe(`discovery on ${engine}`, () => discoveryContract(fresh))
  describe(`the proxy API on ${engine}`, () => proxyContract(fresh))
  describe(`asking through the proxy API on ${engine}`, () => proxyLookupsContract(fresh))
  describe(`one story through every wire on ${engine}`, () => generationsContract(fresh))
  describe(`accounts that all wires share on ${engine}`, () => sharedAccountsContract(fresh))
  describe(`recovering accounts on ${engine}`, () => recoveryContract(fresh))
  describe(`profiles on ${engine}`, () => profileContract(fresh))
  describe(`contact addresses on ${engine}`, () => addressesContract(fresh))
  describe(`deletions on ${engine}`, () => deletionsContract(fresh))
  describe(`delivering on ${engine}`, () => deliveryContract(fresh))
  describe(`limiting messages on ${engine}`, () => messageLimitsContract(fresh))
  describe(`noticing on ${engine}`, () => noticesContract(fresh))
  describe(`addresses on ${engine}`, () => addressingContract(fresh))
  describe(`bodies on ${engine}`, () => bodiesContract(fresh))
  describe(`naming authenticators on ${engine}`, () => aaguidsContract(fresh))
  describe(`keeping authenticators out on ${engine}`, () => blacklistContract(fresh))
  describe(`attestation on ${engine}`, () => attestationContract(fresh))
  describe(`trusting the FIDO metadata on ${engine}`, () => metadataContract(fresh))
  describe(`limits on ${engine}`, () => limitsContract(fresh))
  describe(`counting refusals on ${engine}`, () => refusalsContract(fresh))
  describe(`reading histories on ${engine}`, () => historyContract(fresh))
  describe(`events on ${engine}`, () => eventsContract(fresh))
  describe(`administering on ${engine}`, () => adminContract(fresh))
  describe(`service tokens on ${engine}`, () => serviceTokensContract(fresh))
  describe(`bodies of the first generation on ${engine}`, () => gen1BodiesContract(fresh))
  describe(`passkeys of the first generation on ${engine}`, () => gen1PasskeysContract(fresh))
  describe(`transactions of the first generation on ${engine}`, () => gen1TransactionsContract(fresh))
  describe(`passwords of the first generation on ${engine}`, () => gen1PasswordsContract(fresh))
  describe(`codes to contacts, of the first generation, on ${engine}`, () => gen1ContactCodesContract(fresh))
  describe(`public keys of the first generation on ${engine}`, () => gen1PublicKeysContract(fresh))
  describe(`credentials of the first generation on ${engine}`, () => gen1CredentialsContract(fresh))
  describe(`codes of the first generation on ${engine}`, () => gen1CodesContract(fresh))
  describe(`codes that users make themselves on ${engine}`, () => gen1OwnCodesContract(fresh))
  describe(`e-mail verification of the first generation on ${engine}`, () => gen1EmailVerificationContract(fresh))
  describe(`users of the first generation on ${engine}`, () => gen1UsersContract(fresh))
  describe(`vouching for origins and apps on ${engine}`, () => wellKnownContract(fresh))
}
