type Queue<Task> = {
  /** How many tasks are worked on at once. */
  mostAtOnce: number
  /** Takes tasks that are due, so that no other worker gets them. */
  claim(most: number): Promise<readonly Task[]>
  work(task: Task): Promise<void>
  fail(error: unknown): void
}

type QueueWorker = {
  /** Looks for tasks, unless as many as possible are worked on. */
  wake(): void
  /** Takes nothing new, and waits that many milliseconds for what is worked on. */
  stop(patienceMs: number): Promise<void>
}

/** Works on the tasks of a queue, and looks for more after each one. */
export function createQueueWorker<Task>({ mostAtOnce, claim, work, fail }: Queue<Task>): QueueWorker {
  const inFlight = new Set<Promise<void>>()
  let stopped = false
  let running: Promise<void> | undefined
  let again = false

  function start(task: Task) {
    const done = work(task)
      .catch(fail)
      .finally(() => {
        inFlight.delete(done)
        wake()
      })
    inFlight.add(done)
  }

  async function workOnQueue() {
    do {
      again = false
      while (!stopped && inFlight.size < mostAtOnce) {
        const tasks = await claim(mostAtOnce - inFlight.size)
        if (tasks.length === 0) break
        for (const task of tasks) start(task)
      }
    } while (again && !stopped && inFlight.size < mostAtOnce)
  }

  function wake() {
    again = true
    running ??= workOnQueue()
      .catch(fail)
      .finally(() => {
        running = undefined
      })
  }

  return {
    wake,
    async stop(patienceMs) {
      stopped = true
      await running
      const patience = new Promise((resolve) => setTimeout(resolve, patienceMs).unref())
      await Promise.race([Promise.all(inFlight), patience])
    },
  }
}
