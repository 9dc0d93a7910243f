# #region ask
API=http://localhost:4300/apps/demo/fido2/v2

npx thumbturn key create demo --name contacts --scope profile:write --scope user:read
curl -u "$THUMBTURN_API_KEY:" "$API/mgmt/users/find?username=ada@example.com" # the response contains the user ID
curl -u "$THUMBTURN_API_KEY:" "$API/profile/$USER_ID/email" -H 'Content-Type: application/json' \
  -d '{ "email": "ada@example.com" }'
# #endregion

for _ in $(seq 100); do
  MAIL=$(npx thumbturn outbox list demo | sed -n 's/^\([0-9a-f-]\{36\}\) .*ada@example.com.*/\1/p' | head -1)
  [ -n "$MAIL" ] && break || sleep 0.1
done
# #region outbox
npx thumbturn outbox list demo
npx thumbturn outbox show demo "$MAIL"
# #endregion

CODE=$(npx thumbturn outbox show demo "$MAIL" | grep -oE '\b[0-9]{6}\b' | head -1)

# #region prove
# What the mail says; in development: outbox list demo, then outbox show demo <id>
curl "$API/profile/email/verify" -H 'Content-Type: application/json' \
  -d "{ \"username\": \"ada@example.com\", \"authCode\": \"$CODE\" }"
# #endregion

# #region vouch
curl -u "$THUMBTURN_API_KEY:" "$API/profile/$USER_ID/email" -H 'Content-Type: application/json' \
  -d '{ "email": "ada@example.com", "requestVerification": false }'
# #endregion
