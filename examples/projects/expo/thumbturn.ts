import { expoPrompt, Thumbturn } from '@thumbturn/native'
import * as SecureStore from 'expo-secure-store'
import * as passkeys from 'react-native-passkeys'

export const thumbturn = new Thumbturn({
  baseUrl: process.env.EXPO_PUBLIC_THUMBTURN_URL ?? 'http://localhost:4300/apps/demo',
  prompt: expoPrompt(passkeys),
  // The keychain of the device.
  storage: {
    getItem: (key) => SecureStore.getItemAsync(key),
    setItem: (key, value) => SecureStore.setItemAsync(key, value),
    removeItem: (key) => SecureStore.deleteItemAsync(key),
  },
})
