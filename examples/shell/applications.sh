# #region create
npm run thumbturn -- app create shop \
  --name "Example shop" \
  --rp-id example.com \
  --origin https://example.com --origin https://www.example.com
# #endregion

# #region key
npm run thumbturn -- key create shop --name backend --scope reg:write
# #endregion

# #region doctor
npm run thumbturn -- doctor
# #endregion

# #region change
npm run thumbturn -- app set shop --origin https://example.com --origin https://shop.example.com
npm run thumbturn -- app set shop --set userVerification=required
# #endregion

# #region origins
npm run thumbturn -- app set shop --origin https://example.com --origin https://www.example.com
# #endregion

# #region related-origins
npm run thumbturn -- app set shop --set relatedOrigins=https://example.de
# #endregion

# #region registration-requires-token
npm run thumbturn -- app set shop --set registrationRequiresToken=true
# #endregion

# #region fallback
npm run thumbturn -- app set shop --set fallbackMethods=ciam
# #endregion

# #region cross-auth
npm run thumbturn -- app set shop --set crossAuthMethods=otp,otp:email
# #endregion

# #region attestation
npm run thumbturn -- app set shop --set attestation=direct --set attestationTrust=metadata
# #endregion

# #region mfa-policy
npm run thumbturn -- app set shop --set 'mfaPolicy=signIn: passkey:auth, otp:email+external; signUp: otp:email+passkey:reg'
# #endregion

# #region otp-then-passkey
npm run thumbturn -- app set shop --set mfaPolicy=otp-then-passkey
# #endregion

# #region wallet
npm run thumbturn -- app create wallet --rp-id wallet.example --origin https://wallet.example \
  --set mfaPolicy=external-then-passkey --set topOrigins=https://shop.example
npm run thumbturn -- key create wallet --name backend --scope external:verify
# #endregion
