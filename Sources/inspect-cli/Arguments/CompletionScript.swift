/// What a shell reads once so that it can complete commands: it asks the program for every word.
enum CompletionScript: String, CaseIterable {
  case bash, zsh, fish

  /// The script's text.
  var text: String {
    switch self {
    case .bash:
      """
      _inspect_cli() {
        local IFS=$'\\n'
        local words=("${COMP_WORDS[@]:1:COMP_CWORD}")
        COMPREPLY=($(inspect-cli completions words -- "${words[@]}" 2>/dev/null))
      }
      complete -F _inspect_cli inspect-cli
      """
    case .zsh:
      """
      #compdef inspect-cli
      _inspect_cli() {
        compadd -- ${(f)"$(inspect-cli completions words -- "${(@)words[2,CURRENT]}" 2>/dev/null)"}
      }
      compdef _inspect_cli inspect-cli
      """
    case .fish:
      """
      function __inspect_cli
        set -l words (commandline -opc) (commandline -ct)
        inspect-cli completions words -- $words[2..-1] 2>/dev/null
      end
      complete -c inspect-cli -f -a '(__inspect_cli)'
      """
    }
  }
}
