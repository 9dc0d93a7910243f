-- Writes the users of a Keycloak realm who have passkeys as a file for `thumbturn import`:
--   psql -qAt -v rp_id=example.com -v realm=shop -f keycloak.sql keycloak > users.jsonl
-- Credentials of the type `webauthn` are second factors and stay behind: imported, they could sign in alone. Keycloak
-- doesn't store whether a passkey is backup eligible: the first sign-in shows it.
select json_build_object('format', 'thumbturn-users', 'version', 1, 'rpId', :'rp_id', 'source', 'Keycloak');

select json_strip_nulls(json_build_object(
  'id', users.id,
  'username', users.username,
  'displayName', nullif(concat_ws(' ', users.first_name, users.last_name), ''),
  'status', case when users.enabled then 'active' else 'inactive' end,
  'createdAt', to_char(to_timestamp(users.created_timestamp / 1000.0) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
  'contacts', case when users.email_verified and users.email is not null then json_build_array(json_build_object(
    'kind', 'email',
    'address', users.email,
    'verifiedAt', to_char(to_timestamp(users.created_timestamp / 1000.0) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))) end,
  'passkeys', (
    select json_agg(json_build_object(
      'credentialId', data ->> 'credentialId',
      'publicKeyCose', data ->> 'credentialPublicKey',
      -- The handle is the text of the user's id.
      'userHandle', encode(convert_to(users.id, 'UTF8'), 'base64'),
      'signCount', data -> 'counter',
      'aaguid', data ->> 'aaguid',
      'attestationFormat', nullif(data ->> 'attestationStatementFormat', ''),
      'transports', coalesce(data -> 'transports', '[]'),
      'name', passkey.user_label,
      'createdAt', to_char(to_timestamp(passkey.created_date / 1000.0) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')))
    from credential passkey, lateral (select passkey.credential_data::json as data) parsed
    where passkey.user_id = users.id and passkey.type = 'webauthn-passwordless')))
from user_entity users
join realm on realm.id = users.realm_id
where realm.name = :'realm' and exists (
  select from credential where credential.user_id = users.id and credential.type = 'webauthn-passwordless');

select json_build_object('end', true);
