interface Target {
  title: string
  webSocketDebuggerUrl: string
}

/** Milliseconds between two measurements. */
const INTERVAL_MS = 20
const [COLLECT, MEASURE] = [1, 2]

/**
 * Measures the memory of a Worker's isolate through the inspector: its heap after garbage collection, and its buffers. Returns
 * the peak in bytes.
 */
export async function watchHeap(inspector: URL): Promise<{ peak: () => Promise<number> }> {
  const targets = (await (await fetch(new URL('/json', inspector.href.replace(/^ws/, 'http')))).json()) as Target[]
  const socket = new WebSocket(targets.find(({ title }) => title.includes('innlet'))?.webSocketDebuggerUrl ?? '')
  await new Promise((resolve, reject) => {
    socket.onopen = resolve
    socket.onerror = () => reject(new Error('the inspector does not answer'))
  })
  let most = 0
  let isOver = false
  let ask: NodeJS.Timeout | undefined
  const ended = new Promise<void>(resolve => {
    socket.onmessage = ({ data }) => {
      const { id, result } = JSON.parse(String(data))
      if (id === undefined) return
      if (id === COLLECT) return
      most = Math.max(most, (result?.usedSize ?? 0) + (result?.backingStorageSize ?? 0))
      if (isOver) resolve()
      else ask = setTimeout(next, INTERVAL_MS)
    }
  })
  const next = () => {
    socket.send(JSON.stringify({ id: COLLECT, method: 'HeapProfiler.collectGarbage' }))
    socket.send(JSON.stringify({ id: MEASURE, method: 'Runtime.getHeapUsage' }))
  }
  next()
  return {
    async peak() {
      isOver = true
      clearTimeout(ask)
      next()
      await ended
      socket.close()
      return most
    },
  }
}
