import { PassThrough } from 'node:stream'
import { StdioServerTransport } from '@modelcontextprotocol/server/stdio'
import { run } from '../../../client/command/run.ts'
import { newHost } from './innlet-command.ts'

/** Starts `innlet mcp` in this process, and returns the client's end of its streams. */
export function mcpServer(environment: Record<string, string>, ...flags: string[]): StdioServerTransport {
  const stdin = new PassThrough()
  const host = { ...newHost(environment), stdin }
  void run(['mcp', ...flags], host)
  // Lines of JSON go both ways, so the transport of a server is that of a client too.
  return new StdioServerTransport(host.stdout, stdin)
}
