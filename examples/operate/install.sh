# #region build
npm run pack -- thumbturn dashboard # npm packages
npm run release -- archive          # archives for x64 and arm64
npm run release -- deb              # Debian packages
npm run release -- image            # the container image thumbturn:0.1.0
# #endregion

# #region npm
npm install thumbturn @thumbturn/dashboard
BASE_URL=https://id.example.com npx thumbturn serve
# #endregion

# #region archive
sha256sum --check --ignore-missing SHA256SUMS
tar -xzf thumbturn-0.1.0-linux-x64.tar.gz
BASE_URL=https://id.example.com thumbturn-0.1.0-linux-x64/bin/thumbturn
# #endregion

# #region verify
gh attestation verify thumbturn-0.1.0-linux-x64.tar.gz --repo thumbturn/thumbturn --source-ref refs/tags/v0.1.0
gh attestation verify oci://ghcr.io/thumbturn/thumbturn:v0.1.0 --repo thumbturn/thumbturn
npm audit signatures # where the npm packages are installed
# #endregion

# #region debian
sudo apt install ./thumbturn_0.1.0_amd64.deb
echo 'BASE_URL=https://id.example.com' | sudo tee --append /etc/thumbturn/thumbturn.env
sudo systemctl start thumbturn
# #endregion

# #region docker
docker run --detach --name thumbturn --restart unless-stopped \
  --read-only --cap-drop ALL --security-opt no-new-privileges \
  --volume thumbturn:/var/lib/thumbturn --publish 127.0.0.1:4300:4300 \
  --env BASE_URL=https://id.example.com --env TRUSTED_PROXIES=172.17.0.1 \
  ghcr.io/thumbturn/thumbturn:v0.1.0
docker exec thumbturn thumbturn doctor
# #endregion

# #region compose
cp .env.example .env # then set THUMBTURN_HOST in it
sh secrets.sh
docker compose up --detach --wait
# #endregion

# #region compose-application
docker compose exec node-1 thumbturn app create shop --rp-id example.com --origin https://example.com
# #endregion

# #region kubernetes-secret
kubectl create secret generic thumbturn \
  --from-literal database-url=postgres://thumbturn:secret@db.internal/thumbturn \
  --from-literal master-key="$(openssl rand -base64 32 | tr '+/' '-_' | tr -d '=\n')"
# #endregion

# #region kubernetes
helm install thumbturn deploy/helm/thumbturn \
  --set baseUrl=https://id.example.com \
  --set existingSecret=thumbturn \
  --set trustedProxies=10.42.0.0/16
# #endregion
