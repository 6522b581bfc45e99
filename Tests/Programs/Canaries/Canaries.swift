internal import BindInspect
private import Glibc

/// A program full of secrets, each in another place, and broken so that its bindings have much to tell.
///
/// `Canaries named|plain FILE [SECRET]`: the file has a secret a line; the last word is one that the
/// program ignores. With `plain` nothing has the name of a secret and nothing is marked: what is not
/// kept back then must be found outside. Prints `ready`; each line of input makes all sound, or fail
/// again, and is answered by `done`.
@main
enum Canaries {
  static func main() {
    let words = CommandLine.arguments
    guard words.count > 2, let secrets = lines(of: words[2]), secrets.count >= 11 else {
      say("usage: Canaries named|plain FILE [SECRET]")
      exit(64)
    }
    let stage = Stage()
    let holder: any Holder = words[1] == "named" ? Named() : Plain()
    stage.window.owner = holder
    holder.tell(secrets, on: stage)
    say("ready")
    var isSound = false
    while readLine() != nil {
      isSound.toggle()
      stage.turn(isSound: isSound)
      say("done")
    }
    while true { pause() }
  }

  private static func lines(of path: String) -> [String]? {
    guard let file = unsafe fopen(path, "r") else { return nil }
    defer { unsafe fclose(file) }
    var text = ""
    var byte = unsafe fgetc(file)
    while byte >= 0 {
      text.unicodeScalars.append(Unicode.Scalar(UInt8(truncatingIfNeeded: byte)))
      byte = unsafe fgetc(file)
    }
    return text.split(separator: "\n").map(String.init)
  }

  private static func say(_ line: String) {
    print(line)
    fflush(nil)
  }
}

/// An object whose properties hold the secrets.
protocol Holder: MemberDeclaring {
  /// Puts each secret where it belongs and binds it.
  func tell(_ secrets: [String], on stage: Stage)
}

/// A text was refused, for a reason that names it.
struct Refusal: Error, CustomStringConvertible {
  let description: String
}
