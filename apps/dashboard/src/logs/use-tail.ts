import { useCallback, useEffect, useRef, useState } from 'react'
import type { Event } from '../common/events/event.ts'
import { mergeEvents } from './events.ts'

/** `ended`: the service rejected the stream, so the browser doesn't try again. */
export type TailState = 'off' | 'connecting' | 'open' | 'reconnecting' | 'ended'

/** The newest events that are kept while following. */
export const mostEvents = 1_000
/** Rows appear together, because a busy application has more events than a page can draw one by one. */
const showEveryMs = 250

export type Tail = {
  state: TailState
  /** Newest first. */
  events: readonly Event[]
  /** How many events came while the tail was paused. */
  waitingCount: number
  /** The service had more events than it sent. */
  hasSkipped: boolean
  isPaused: boolean
  setPaused(isPaused: boolean): void
  clear(): void
}

/** Follows new events at this address; without one, none. Nothing is lost while it is paused, up to `mostEvents`. */
export function useTail(url: string | undefined): Tail {
  const [events, setEvents] = useState<readonly Event[]>([])
  const [waitingCount, setWaitingCount] = useState(0)
  const [isPaused, setPaused] = useState(false)
  const received = useRef<readonly Event[]>([])
  const clear = useCallback(() => {
    received.current = []
    setEvents([])
    setWaitingCount(0)
    setPaused(false)
  }, [])
  const receive = useCallback((event: Event) => {
    received.current = [event, ...received.current].slice(0, mostEvents)
  }, [])
  const { state, hasSkipped } = useEventSource(url, receive)
  useEffect(() => {
    if (url !== undefined) clear()
  }, [url, clear])
  useEffect(() => {
    if (url === undefined) return
    const timer = setInterval(() => {
      if (isPaused) return setWaitingCount(received.current.length)
      if (received.current.length === 0) return
      const taken = received.current
      received.current = []
      setWaitingCount(0)
      setEvents((shown) => mergeEvents([taken, shown], mostEvents))
    }, showEveryMs)
    return () => clearInterval(timer)
  }, [url, isPaused])
  return { state, events, waitingCount, hasSkipped, isPaused, setPaused, clear }
}

function useEventSource(url: string | undefined, receive: (event: Event) => void) {
  const [state, setState] = useState<TailState>('off')
  const [hasSkipped, setSkipped] = useState(false)
  useEffect(() => {
    setSkipped(false)
    setState(url === undefined ? 'off' : 'connecting')
    if (url === undefined) return
    const source = new EventSource(url)
    source.onopen = () => setState('open')
    source.onerror = () => setState(source.readyState === EventSource.CLOSED ? 'ended' : 'reconnecting')
    source.onmessage = ({ data }: MessageEvent<string>) => receive(JSON.parse(data) as Event)
    source.addEventListener('skipped', () => setSkipped(true))
    return () => source.close()
  }, [url, receive])
  return { state, hasSkipped }
}
