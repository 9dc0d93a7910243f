plugins {
    id("com.android.application")
    id("org.jetbrains.kotlin.android")
}

android {
    namespace = "com.example.myapp"
    compileSdk = 35
    defaultConfig {
        minSdk = 34
        targetSdk = 35
    }
}

dependencies {
    implementation("io.github.thumbturn:thumbturn-android:0.1.0")
    implementation("org.jetbrains.kotlinx:kotlinx-coroutines-android:1.10.2")
}
