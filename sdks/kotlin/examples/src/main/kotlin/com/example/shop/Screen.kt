package com.example.shop

// What an app shows, so that the samples compile.

val shown = mutableListOf<String>()

fun showOtherWays(ways: List<String>) {
    shown += ways
}

fun showMessage(message: String) {
    shown += message
}

fun logError(message: String, cause: Throwable?) {
    shown += "$message $cause"
}
