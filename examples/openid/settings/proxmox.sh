pveum realm add passkey --type openid \
  --issuer-url '{issuer}' \
  --client-id '{client_id}' \
  --client-key '{client_secret}' \
  --scopes 'profile email groups' \
  --username-claim username \
  --groups-claim groups \
  --autocreate 1
