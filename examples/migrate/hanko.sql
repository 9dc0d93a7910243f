-- Writes the users of a self-hosted Hanko who have passkeys as a file for `thumbturn import`:
--   psql -qAt -v rp_id=example.com -f hanko.sql hanko > users.jsonl
-- Security keys that are only second factors stay behind: imported, they could sign in alone.
set timezone = 'UTC';

select json_build_object('format', 'thumbturn-users', 'version', 1, 'rpId', :'rp_id', 'source', 'Hanko');

select json_strip_nulls(json_build_object(
  'id', users.id,
  'username', coalesce(primary_email.address, usernames.username),
  'createdAt', to_char(users.created_at, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
  'contacts', case when primary_email.verified then json_build_array(json_build_object(
    'kind', 'email',
    'address', primary_email.address,
    'verifiedAt', to_char(primary_email.updated_at, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))) end,
  'passkeys', (
    select json_agg(json_build_object(
      'credentialId', passkey.id,
      'publicKeyCose', passkey.public_key,
      -- The handle is the 16 bytes of the user's id, unless the passkey was imported into Hanko.
      'userHandle', case when passkey.user_handle_id is null
        then encode(decode(replace(users.id::text, '-', ''), 'hex'), 'base64') end,
      'signCount', passkey.sign_count,
      'backupEligible', passkey.backup_eligible,
      'backedUp', passkey.backup_state,
      'aaguid', passkey.aaguid,
      'name', passkey.name,
      'transports', coalesce((
        select json_agg(transport.name) from webauthn_credential_transports transport
        where transport.webauthn_credential_id = passkey.id), '[]'),
      'createdAt', to_char(passkey.created_at, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
      'lastUsedAt', to_char(passkey.last_used_at, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')))
    from webauthn_credentials passkey where passkey.user_id = users.id and not passkey.mfa_only)))
from users
left join primary_emails on primary_emails.user_id = users.id
left join emails primary_email on primary_email.id = primary_emails.email_id
left join usernames on usernames.user_id = users.id
where exists (
  select from webauthn_credentials passkey where passkey.user_id = users.id and not passkey.mfa_only);

select json_build_object('end', true, 'users', count(distinct user_id)) from webauthn_credentials where not mfa_only;
