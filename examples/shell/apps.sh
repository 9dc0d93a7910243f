# #region both
# #region android
npx thumbturn app set shop --set androidApps=com.example.app=14:6D:E9:83:C5:73:06:50:D8:EE:B9:95:2F:34:FC:64:16:A0:83:42:E6:1D:BE:A8:8A:04:96:B2:3F:CF:44:E5
# #endregion
# #region apple
npx thumbturn app set shop --set appleApps=A1B2C3D4E5.com.example.app
# #endregion
# #endregion

# #region passkey-endpoints
npx thumbturn app set shop \
  --set passkeyEnrollUrl=https://example.com/account/passkeys/new \
  --set passkeyManageUrl=https://example.com/account/passkeys
# #endregion

# #region check-android
curl https://example.com/.well-known/assetlinks.json
# #endregion

# #region check-apple
curl https://example.com/.well-known/apple-app-site-association
# #endregion

# #region check-passkey-endpoints
curl https://example.com/.well-known/passkey-endpoints
# #endregion
