# #region create
npx create-expo-app@latest my-app --template blank-typescript
cd my-app
# #endregion

# #region install
npm install @thumbturn/native
npm install react-native-passkeys expo-secure-store
npm install --save-dev thumbturn jest@29 jest-expo
# #endregion

# #region service
npx thumbturn dev
# #endregion

# #region allow
npx thumbturn app set demo --set androidApps=com.example.myapp=FA:C6:17:45:DC:09:03:78:6F:B9:ED:E6:2A:96:2B:39:9F:73:48:F0:BB:6F:89:9B:83:32:66:75:91:03:3B:9C
# #endregion

# #region check
npx tsc --noEmit
npx jest --preset jest-expo
# #endregion

# #region bundle
npx expo export --platform android --platform ios
# #endregion
