repositories {
    google()
    mavenCentral()
    mavenLocal()
}

dependencies {
    implementation("io.github.thumbturn:thumbturn-androidx:0.1.0")
    implementation("androidx.credentials:credentials:1.3.0")
    implementation("androidx.credentials:credentials-play-services-auth:1.3.0")
}
