# #region create
mkdir my-app
cd my-app
mkdir -p src/main/kotlin/com/example/myapp src/test/kotlin/com/example/myapp
# #endregion

# #region install
mvn --file ../thumbturn/sdks/kotlin install -DskipTests
# #endregion

# #region service
npm --prefix ../thumbturn start
# #endregion

# #region allow
npm --prefix ../thumbturn run thumbturn -- app set demo --set androidApps=com.example.myapp=FA:C6:17:45:DC:09:03:78:6F:B9:ED:E6:2A:96:2B:39:9F:73:48:F0:BB:6F:89:9B:83:32:66:75:91:03:3B:9C
# #endregion

# #region check
mvn verify
# #endregion
