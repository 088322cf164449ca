import { once } from 'node:events'
import { createServer } from 'node:net'
import { CommandError } from '../../tooling/command/command-error.ts'

/** A browser may resolve localhost to either address. */
const LOCAL = ['127.0.0.1', '::1']

/** Throws if another process listens on the port, before any other work is done. */
export async function refuseTakenPort(port: number): Promise<void> {
  for (const host of LOCAL) {
    const server = createServer().listen(port, host)
    try {
      await once(server, 'listening')
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException
      if (code === 'EADDRINUSE') throw new CommandError(`port ${port} is taken; choose another with --port`)
      if (code === 'EACCES')
        throw new CommandError(`port ${port} may not be opened by this user; choose another with --port`)
      // A machine without IPv6 has no ::1.
      if (host === '127.0.0.1') throw error
    }
    server.close()
  }
}
