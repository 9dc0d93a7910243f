mvn -f ../thumbturn/sdks/java install -DskipTests
