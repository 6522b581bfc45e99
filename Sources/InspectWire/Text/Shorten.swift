/// A text cut at its end to so many columns, with `…` where something is missing.
package func shortened(_ text: String, toColumns limit: Int) -> String {
  guard columnWidth(of: text) > limit else { return text }
  guard limit > 0 else { return "" }
  return head(of: text, columns: limit - 1) + "…"
}

/// A text cut in its middle to so many columns: of paths, the ends tell most.
package func shortenedInMiddle(_ text: String, toColumns limit: Int) -> String {
  guard columnWidth(of: text) > limit else { return text }
  guard limit > 0 else { return "" }
  let tail = tail(of: text, columns: limit / 2)
  return head(of: text, columns: limit - 1 - columnWidth(of: tail)) + "…" + tail
}

private func head(of text: String, columns limit: Int) -> String {
  var head = String.UnicodeScalarView()
  var columns = 0
  for scalar in text.unicodeScalars {
    columns += columnWidth(of: scalar)
    guard columns <= limit else { break }
    head.append(scalar)
  }
  return String(head)
}

private func tail(of text: String, columns limit: Int) -> String {
  let scalars = text.unicodeScalars
  var start = scalars.endIndex
  var index = scalars.endIndex
  var columns = 0
  while index > scalars.startIndex {
    index = scalars.index(before: index)
    let width = columnWidth(of: scalars[index])
    columns += width
    guard columns <= limit else { break }
    // A mark without its character would hang on the sign of the cut.
    if width > 0 { start = index }
  }
  return String(scalars[start...])
}
