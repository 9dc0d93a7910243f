gitlab_rails['omniauth_allow_single_sign_on'] = ['openid_connect']
gitlab_rails['omniauth_block_auto_created_users'] = true
gitlab_rails['omniauth_providers'] = [
  {
    name: 'openid_connect',
    label: 'Passkey',
    args: {
      name: 'openid_connect',
      scope: ['openid', 'profile', 'email'],
      response_type: 'code',
      issuer: '{issuer}',
      discovery: true,
      client_auth_method: 'basic',
      pkce: true,
      client_options: {
        identifier: '{client_id}',
        secret: '{client_secret}',
        redirect_uri: '{origin}/users/auth/openid_connect/callback'
      }
    }
  }
]
