/// A root folder of a program's own, with all that ours holds but `/tmp`, as in a container.
public enum OwnRoot {
  /// Shell words that make it in the folder `$1` and step into it; then the program is `$0`.
  ///
  /// Built programs lie wherever the project was checked out, under `/tmp` too.
  /// - Parameter skipping: Names of top-level folders that it has not.
  public static func script(skipping names: [String] = []) -> String {
    let skipped = (["tmp"] + names).map { "/\($0)/" }.joined(separator: "|")
    return """
      mount -t tmpfs none "$1" && cd "$1" && for d in /*/; do
        case $d in \(skipped)) continue;; esac
        mkdir ".$d" && mount --rbind "$d" ".$d"
      done; mkdir -m 1777 tmp && b=${0%/*} && mkdir -p ".$b" && mount --rbind "$b" ".$b" &&
      """ + " "
  }
}
