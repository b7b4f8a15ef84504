import type { Command } from 'commander';
import { Refusal } from '../../shared/model/problem';
import { BUILT_IN_POLICIES } from '../../shared/policies/built-in';

export const SHELLS = ['bash', 'zsh', 'fish'] as const;
type Shell = (typeof SHELLS)[number];

export const COMPLETION_EXAMPLES = `
Examples:
  retryscope completion bash > ~/.local/share/bash-completion/completions/retryscope
  retryscope completion zsh > ~/.zfunc/_retryscope      # with ~/.zfunc in fpath before compinit
  retryscope completion fish > ~/.config/fish/completions/retryscope.fish`;

/** What may follow on a command line, read off the program itself so that no list grows old. */
type Place = {
  /** The commands that lead here, such as `policies show`. */
  readonly path: string;
  readonly commands: readonly Offer[];
  readonly options: readonly (Offer & { readonly takes: 'nothing' | 'file' | readonly string[] | 'text' })[];
  /** What a first argument may be. */
  readonly argument: 'file' | readonly string[] | null;
};

type Offer = { readonly name: string; readonly about: string };

const FILE_NAMES = /file|folder|directory/;

function placesOf(program: Command): readonly Place[] {
  const visit = (command: Command, path: readonly string[]): readonly Place[] => [
    {
      path: path.join(' '),
      commands: command.commands.map((each) => ({ name: each.name(), about: firstSentence(each.description()) })),
      options: [
        ...command.options.map((option) => ({
          name: option.long ?? option.flags,
          about: option.description,
          takes: option.argChoices ?? takes(option.flags),
        })),
        { name: '--help', about: 'display help for command', takes: 'nothing' as const },
      ],
      argument: argumentOf(command, path),
    },
    ...command.commands.flatMap((each) => visit(each, [...path, each.name()])),
  ];
  return visit(program, []);
}

function takes(flags: string): 'nothing' | 'file' | 'text' {
  const value = /[<[]([^>\]]+)[>\]]/.exec(flags)?.[1];
  if (value === undefined) return 'nothing';
  return FILE_NAMES.test(value) ? 'file' : 'text';
}

function argumentOf(command: Command, path: readonly string[]): Place['argument'] {
  const [first] = command.registeredArguments;
  if (first === undefined) return null;
  if (first.argChoices !== undefined) return first.argChoices;
  if (path.join(' ') === 'policies show') return BUILT_IN_POLICIES.map(({ id }) => id);
  return FILE_NAMES.test(first.name()) ? 'file' : null;
}

const firstSentence = (text: string): string => text.split(/(?<=\.)\s/)[0] ?? text;
const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

/** The completion script of a shell. @throws Refusal `invalid` for a shell that has none */
export function completionScript(program: Command, shell: string): string {
  const known = SHELLS.find((each) => each === shell);
  if (known === undefined) {
    throw new Refusal({
      code: 'invalid',
      message: `There is no completion for “${shell}”. Choose one of: ${SHELLS.join(', ')}.`,
    });
  }
  return WRITERS[known](placesOf(program));
}

const WRITERS: Readonly<Record<Shell, (places: readonly Place[]) => string>> = { bash, zsh, fish };

/** The words of a place, and those that follow an option. */
function bash(places: readonly Place[]): string {
  const cases = places.map(({ path, commands, options, argument }) => {
    const words = [...commands, ...options].map(({ name }) => name);
    const more = Array.isArray(argument) ? argument : [];
    const files = argument === 'file' ? ' files=1' : '';
    return `    ${quoted(path)}) words=${quoted([...words, ...more].join(' '))}${files} ;;`;
  });
  const values = places.flatMap(({ path, options }) =>
    options.flatMap(({ name, takes: value }) => {
      if (value === 'nothing') return [];
      const words = Array.isArray(value) ? value.join(' ') : '';
      return [
        `    ${quoted(`${path} ${name}`)}) words=${quoted(words)}${value === 'file' ? ' files=1' : ''} value=1 ;;`,
      ];
    }),
  );
  const commands = [...new Set(places.map(({ path }) => path).filter((path) => path !== ''))];
  return `# bash completion of retryscope
_retryscope() {
  local current=\${COMP_WORDS[COMP_CWORD]} path='' word words='' files=0 value=0
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    case "\${path:+$path }$word" in
${commands.map((path) => `      ${quoted(path)}) path=${quoted(path)} ;;`).join('\n')}
    esac
  done
  case "$path \${COMP_WORDS[COMP_CWORD-1]}" in
${values.join('\n')}
  esac
  if [ "$value" = 0 ]; then
    case "$path" in
${cases.join('\n')}
    esac
  fi
  COMPREPLY=($(compgen -W "$words" -- "$current"))
  if [ "$files" = 1 ]; then COMPREPLY+=($(compgen -f -- "$current")); fi
}
complete -o filenames -F _retryscope retryscope
`;
}

function zsh(places: readonly Place[]): string {
  const name = (path: string): string => `_retryscope${path === '' ? '' : `_${path.replaceAll(' ', '_')}`}`;
  const described = ({ name: word, about }: Offer): string => quoted(`${word}:${about}`);
  const functions = places.map(({ path, commands, options, argument }) => {
    const specs = options.map(({ name: option, about, takes: value }) => {
      const says = `${option}[${about.replaceAll(/[[\]:]/g, ' ')}]`;
      if (value === 'nothing') return quoted(says);
      const action = Array.isArray(value) ? `(${value.join(' ')})` : value === 'file' ? '_files' : ' ';
      return quoted(`${says}:value:${action}`);
    });
    if (commands.length > 0) {
      const branches = commands.map(({ name: word }) => {
        return `    ${word}) ${name(path === '' ? word : `${path} ${word}`)} ;;`;
      });
      return `${name(path)}() {
  local -a commands
  local state
  commands=(${commands.map(described).join(' ')})
  _arguments -C ${specs.join(' ')} '1: :->command' '*:: :->rest'
  case $state in
  command) _describe command commands ;;
  rest) case $words[1] in
${branches.join('\n')}
    esac ;;
  esac
}`;
    }
    const rest = Array.isArray(argument)
      ? ` ${quoted(`1: :(${argument.join(' ')})`)}`
      : argument === 'file'
        ? " '*: :_files'"
        : '';
    return `${name(path)}() {\n  _arguments ${specs.join(' ')}${rest}\n}`;
  });
  return `#compdef retryscope
${functions.join('\n')}
if [ "$funcstack[1]" = _retryscope ]; then _retryscope "$@"; else compdef _retryscope retryscope; fi
`;
}

function fish(places: readonly Place[]): string {
  const lines = places.flatMap(({ path, commands, options, argument }) => {
    const words = path.split(' ').filter((word) => word !== '');
    const seen = words.map((word) => `__fish_seen_subcommand_from ${word}`);
    const inner = commands.map(({ name }) => name).join(' ');
    const here = [...seen, ...(commands.length === 0 ? [] : [`not __fish_seen_subcommand_from ${inner}`])].join(
      '; and ',
    );
    const at = here === '' ? '' : ` -n ${quoted(here)}`;
    return [
      ...commands.map(({ name, about }) => `complete -c retryscope${at} -f -a ${name} -d ${quoted(about)}`),
      ...(Array.isArray(argument) ? [`complete -c retryscope${at} -f -a ${quoted(argument.join(' '))}`] : []),
      ...(argument === 'file' ? [`complete -c retryscope${at} -F`] : []),
      ...options.map(({ name, about, takes: value }) => {
        const kind =
          value === 'nothing'
            ? ''
            : Array.isArray(value)
              ? ` -x -a ${quoted(value.join(' '))}`
              : value === 'file'
                ? ' -r -F'
                : ' -x';
        return `complete -c retryscope${at} -l ${name.replace(/^--/, '')}${kind} -d ${quoted(about)}`;
      }),
    ];
  });
  return `# fish completion of retryscope\n${lines.join('\n')}\n`;
}
