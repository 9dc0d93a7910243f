-- Writes the users of Auth.js who have passkeys, from the tables of its Prisma adapter, as a file for `thumbturn import`:
--   psql -qAt -v rp_id=example.com -f auth-js.sql app > users.jsonl
-- Auth.js gives each passkey a random user handle that it doesn't store: the first sign-in shows it.
set timezone = 'UTC';

select json_build_object('format', 'thumbturn-users', 'version', 1, 'rpId', :'rp_id', 'source', 'Auth.js');

select json_strip_nulls(json_build_object(
  'username', users.email,
  'usernameType', 'email',
  'displayName', nullif(users.name, ''),
  'contacts', case when users."emailVerified" is not null then json_build_array(json_build_object(
    'kind', 'email',
    'address', users.email,
    'verifiedAt', to_char(users."emailVerified", 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))) end,
  'passkeys', (
    select json_agg(json_build_object(
      'credentialId', passkey."credentialID",
      'publicKeyCose', passkey."credentialPublicKey",
      'signCount', passkey.counter,
      'backupEligible', passkey."credentialDeviceType" = 'multiDevice',
      'backedUp', passkey."credentialBackedUp",
      'transports', coalesce(array_to_json(string_to_array(nullif(passkey.transports, ''), ',')), '[]')))
    from "Authenticator" passkey where passkey."userId" = users.id)))
from "User" users
where exists (select from "Authenticator" passkey where passkey."userId" = users.id);

select json_build_object('end', true, 'users', count(distinct "userId")) from "Authenticator";
