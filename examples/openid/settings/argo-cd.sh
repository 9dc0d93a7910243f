kubectl -n argocd patch secret argocd-secret --patch-file /dev/stdin <<'YAML'
stringData:
  oidc.passkey.clientSecret: '{client_secret}'
YAML
kubectl -n argocd patch configmap argocd-cm --patch-file /dev/stdin <<'YAML'
data:
  url: '{origin}'
  oidc.config: |
    name: Passkey
    issuer: '{issuer}'
    clientID: '{client_id}'
    clientSecret: $oidc.passkey.clientSecret
    requestedScopes: [openid, profile, email, groups]
YAML
