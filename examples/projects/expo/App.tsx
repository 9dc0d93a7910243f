import { ApiError, loadUserMessages, PasskeyError } from '@thumbturn/native'
import { useEffect, useState } from 'react'
import { Pressable, StyleSheet, Text, TextInput, View } from 'react-native'
import { thumbturn } from './thumbturn'

export default function App() {
  const [user, setUser] = useState<string>()
  const [username, setUsername] = useState('')
  const [message, setMessage] = useState('')

  useEffect(() => {
    void loadUserMessages()
    void thumbturn.getSessionInfo().then((session) => setUser(session?.username))
  }, [])

  async function run(action: () => Promise<unknown>) {
    setMessage('')
    try {
      await action()
      setUser((await thumbturn.getSessionInfo())?.username)
    } catch (error) {
      if (!(error instanceof PasskeyError || error instanceof ApiError)) throw error
      // Names the cause, such as a domain that does not list the app.
      console.warn(error.code, error.message)
      setMessage(error.userMessage)
    }
  }

  if (user) {
    return (
      <View style={styles.screen}>
        <Text style={styles.title}>Hello, {user}</Text>
        <Button label="Sign out" onPress={() => run(() => thumbturn.logout())} />
      </View>
    )
  }
  return (
    <View style={styles.screen}>
      <Text style={styles.title}>Welcome</Text>
      <TextInput
        accessibilityLabel="Username"
        autoCapitalize="none"
        onChangeText={setUsername}
        placeholder="Username"
        style={styles.input}
        value={username}
      />
      <Button label="Sign up with a passkey" onPress={() => run(() => thumbturn.createPasskey(username))} />
      <Button label="Sign in with a passkey" onPress={() => run(() => thumbturn.authenticateWithPasskey())} />
      <Text accessibilityRole="alert">{message}</Text>
    </View>
  )
}

function Button({ label, onPress }: { label: string; onPress: () => void }) {
  return (
    <Pressable accessibilityRole="button" onPress={onPress} style={styles.button}>
      <Text style={styles.label}>{label}</Text>
    </Pressable>
  )
}

const styles = StyleSheet.create({
  screen: { flex: 1, justifyContent: 'center', gap: 16, padding: 24, backgroundColor: '#fff' },
  title: { fontSize: 28, fontWeight: '600' },
  input: { borderColor: '#bbb', borderRadius: 8, borderWidth: 1, fontSize: 16, padding: 12 },
  button: { alignItems: 'center', backgroundColor: '#1f5fd0', borderRadius: 8, padding: 14 },
  label: { color: '#fff', fontSize: 16, fontWeight: '600' },
})
