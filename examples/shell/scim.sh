# #region key
npx thumbturn key create thumbturn --name Okta --scope profile:read --scope profile:write
# #endregion

# #region users
SCIM="http://localhost:4300/scim/v2"
curl "$SCIM/Users" -u "okta:$SCIM_KEY" -H "Content-Type: application/scim+json" -d '{
  "schemas": ["urn:ietf:params:scim:schemas:core:2.0:User"],
  "userName": "grace@example.com",
  "name": { "givenName": "Grace", "familyName": "Hopper" },
  "externalId": "00u1a2b3c4"
}'

curl --get "$SCIM/Users" -u "okta:$SCIM_KEY" --data-urlencode 'filter=userName eq "grace@example.com"'

ID=$(curl --get "$SCIM/Users" -u "okta:$SCIM_KEY" --data-urlencode 'filter=externalId eq "00u1a2b3c4"' | jq -r '.Resources[0].id')
curl -X PATCH "$SCIM/Users/$ID" -u "okta:$SCIM_KEY" -H "Content-Type: application/scim+json" -d '{
  "schemas": ["urn:ietf:params:scim:api:messages:2.0:PatchOp"],
  "Operations": [{ "op": "replace", "path": "active", "value": false }]
}'
# #endregion

# #region groups
GROUP=$(curl "$SCIM/Groups" -u "okta:$SCIM_KEY" -H "Content-Type: application/scim+json" -d '{
  "schemas": ["urn:ietf:params:scim:schemas:core:2.0:Group"],
  "displayName": "Engineering",
  "members": [{ "value": "'"$ID"'" }]
}' | jq -r .id)
curl -X PATCH "$SCIM/Groups/$GROUP" -u "okta:$SCIM_KEY" -H "Content-Type: application/scim+json" -d '{
  "schemas": ["urn:ietf:params:scim:api:messages:2.0:PatchOp"],
  "Operations": [{ "op": "remove", "path": "members[value eq \"'"$ID"'\"]" }]
}'
# #endregion

# #region map
curl -X PUT "http://localhost:4300/admin/v1/directory/groups/$GROUP/roles" -H "Authorization: Bearer $THUMBTURN_ADMIN_KEY" \
  -H "Content-Type: application/json" -d '{"roles":[{"application":"*","role":"developer"}]}'
# #endregion
