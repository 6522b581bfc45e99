public import BindInspect
public import Foundation

extension Transformer where Output == String {
  /// Formats by a style of Foundation.
  public convenience init<Style: FormatStyle>(format style: Style)
  where Style.FormatInput == Input, Style.FormatOutput == String {
    self.init { style.format($0) }
  }

  /// Formats by a style of Foundation, and parses by its own strategy.
  public convenience init<Style: ParseableFormatStyle>(format style: Style)
  where Style.FormatInput == Input, Style.FormatOutput == String {
    self.init(forward: { style.format($0) }, reverse: { try style.parseStrategy.parse($0) })
  }
}
