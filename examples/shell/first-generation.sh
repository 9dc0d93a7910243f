# #region client-key
openssl ecparam -name prime256v1 -genkey -noout | openssl pkcs8 -topk8 -nocrypt -out client.pem
openssl pkey -in client.pem -pubout -out client-public.pem
npx thumbturn client-key add demo client-public.pem --name backend
# #endregion

KEY_ID=$(npx thumbturn client-key list demo --json | grep -oE '"id": *"[^"]+"' | head -1 | cut -d'"' -f4)

# #region client-keys
npx thumbturn client-key list demo
npx thumbturn client-key revoke demo "$KEY_ID"
# #endregion

# #region email-link
npx thumbturn app set shop --set emailLinkUrl=https://www.example.com/sign-in
# #endregion

# #region key
npx thumbturn key create demo --name backend --scope reg:write --scope user:read
# #endregion
