import tab from '@bomb.sh/tab/commander'
import type { Command } from 'commander'
import { example } from './action.ts'
import type { Host } from './host.ts'

/** Directives of the scripts: whether the shell may complete names of files. */
const [FILES, NO_FILES] = [0, 4]

/**
 * `innlet complete`: completes commands, options and choices in bash, zsh and fish. Where there are none, the shell completes names of
 * files. The package leaves out aliases, options of the program after a command, and files. `aliases` are paths of commands.
 */
export function addCompletion(program: Command, { stdout }: Host, aliases: Record<string, string>): void {
  const completion = tab(program)
  program.commands
    .find(command => command.name() === 'complete')
    ?.description('Print completions for bash, zsh or fish.')
    .addHelpText('after', example('innlet complete bash > ~/.local/share/bash-completion/completions/innlet'))
  for (const [path, command] of [...completion.commands]) {
    for (const name of ['credentials', 'json']) {
      const option = completion.options.get(name)
      if (option) command.options.set(name, option)
    }
    for (const [full, alias] of Object.entries(aliases)) {
      if (`${path} `.startsWith(`${full} `)) completion.commands.set(path.replace(full, alias), command)
    }
  }

  const directive = () => (completion.completions.length ? NO_FILES : FILES)
  Object.defineProperty(completion, 'directive', { get: directive, set: () => {} })
  const printScript = completion.setup.bind(completion)
  completion.setup = (name, executable, shell) => {
    printScript(name, executable, shell)
    if (shell === 'bash') stdout.write(`complete -o default -F __${name}_complete ${name}\n`)
  }
}
