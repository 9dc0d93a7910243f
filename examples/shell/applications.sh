# #region create
npx thumbturn app create shop \
  --name "Example shop" \
  --rp-id example.com \
  --origin https://example.com --origin https://www.example.com
# #endregion

# #region key
npx thumbturn key create shop --name backend --scope reg:write
# #endregion

# #region doctor
npx thumbturn doctor
# #endregion

# #region change
npx thumbturn app set shop --add-origin https://shop.example.com
npx thumbturn app set shop --set userVerification=required
# #endregion

# #region origins
npx thumbturn app set shop --origin https://example.com --origin https://www.example.com
# #endregion

# #region related-origins
npx thumbturn app set shop --set relatedOrigins=https://example.de
# #endregion

# #region post-quantum
npx thumbturn app set shop --set algorithms=-48,-7,-257
# #endregion

# #region registration-requires-token
npx thumbturn app set shop --set registrationRequiresToken=true
# #endregion

# #region fallback
npx thumbturn app set shop --set fallbackMethods=ciam
# #endregion

# #region cross-auth
npx thumbturn app set shop --set crossAuthMethods=otp,otp:email
# #endregion

# #region attestation
npx thumbturn app set shop --set attestation=direct --set attestationTrust=metadata
# #endregion

# #region certification
npx thumbturn app set shop --set minCertificationLevel=L1
# #endregion

# #region payments
npx thumbturn app set shop --set paymentConfirmation=true
# #endregion

# #region payment-origins
npx thumbturn app set shop --set paymentOrigins=https://merchant.example
# #endregion

# #region extensions
npx thumbturn app set shop --set extensions=credProps,prf --set hints=client-device,hybrid
# #endregion

# #region mfa-policy
npx thumbturn app set shop --set 'mfaPolicy=signIn: passkey:auth, otp:email+external; signUp: otp:email+passkey:reg'
# #endregion

# #region otp-then-passkey
npx thumbturn app set shop --set mfaPolicy=otp-then-passkey
# #endregion

# #region wallet
npx thumbturn app create wallet --rp-id wallet.example --origin https://wallet.example \
  --set mfaPolicy=external-then-passkey --set topOrigins=https://shop.example
npx thumbturn key create wallet --name backend --scope external:verify
# #endregion
