mvn --file ../thumbturn/sdks/kotlin install -DskipTests
