# #region client
npx thumbturn client create demo --id my-tv --name 'My TV' --type device
# #endregion

# #region start
curl http://localhost:4300/apps/demo/openid/device-authorization \
  -d client_id=my-tv -d 'scope=openid profile offline_access' | tee device.json
# #endregion

# #region wait
device_code=$(node -p 'require("./device.json").device_code')
until curl http://localhost:4300/apps/demo/openid/token \
  -d grant_type=urn:ietf:params:oauth:grant-type:device_code \
  -d client_id=my-tv -d "device_code=$device_code" | tee tokens.json | grep access_token
do sleep 5; done
# #endregion

# #region userinfo
access_token=$(node -p 'require("./tokens.json").access_token')
curl http://localhost:4300/apps/demo/openid/userinfo -H "authorization: Bearer $access_token"
# #endregion

# #region refresh
refresh_token=$(node -p 'require("./tokens.json").refresh_token')
curl http://localhost:4300/apps/demo/openid/token \
  -d grant_type=refresh_token -d client_id=my-tv -d "refresh_token=$refresh_token" | tee tokens.json
# #endregion
