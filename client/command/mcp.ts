import { serveStdio } from '@modelcontextprotocol/server/stdio'
import innlet from '../../package.json' with { type: 'json' }
import type { Invocation } from './action.ts'
import { serverFactory } from './mcp/server.ts'
import { openClient } from './service.ts'
import { permissionsOf } from './token.ts'

/** `innlet mcp`: serves tools for agents over standard input and output, until the input ends. */
export async function mcp({ credentials, output }: Invocation<object>): Promise<void> {
  const factory = serverFactory(openClient(credentials), innlet.version, await permissionsOf(credentials))
  const onerror = (error: Error) => output.note(error.message)
  serveStdio(factory, { onerror })
}
