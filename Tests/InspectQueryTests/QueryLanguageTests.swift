internal import InspectWire
internal import TestSupport
internal import Testing

@testable internal import InspectQuery

@Suite struct QueryLanguageTests {
  /// H6: queries, and the spelling that is kept of them.
  @Test(arguments: [
    ("", ""), ("  \n ", ""), ("cart", "cart"), ("\"cart\"", "cart"), ("a  b", "a b"),
    ("a and b & c", "a b c"), ("a or b|c", "a | b | c"), ("a (b c) d", "a b c d"),
    ("a | (b | c)", "a | b | c"), ("(a | b) c", "(a | b) c"), ("a b | c d", "a b | c d"),
    ("!a", "!a"), ("not a", "!a"), ("! not a", "!!a"), ("!(a b)", "!(a b)"), ("not(a)", "!a"),
    ("status:red,yellow", "status:red,yellow"), ("status:red, yellow,red", "status:red,yellow"),
    ("mark:\"writes back\"", "mark:writes-back"), ("file:Cart", "place:Cart"),
    ("place:Cart.swift:12", "place:\"Cart.swift:12\""), ("name~\"a b\"", "name~\"a b\""),
    ("name~\"ab\"", "name~ab"), ("name:**a**", "name:*a*"), ("name:\"\\*\"", "name:\"\\*\""),
    ("name:\"\"", "name:\"\""), ("age>5000ms", "age>5s"), ("age>1.5s", "age>1500ms"),
    ("age>=90m", "age>=90m"), ("age<0s", "age<0h"), ("rate>0.5/s", "rate>30/m"),
    ("rate<=100/s", "rate<=100/s"), ("changes>3", "changes>3"), ("+x", "+x"), ("x+", "x+"),
    ("2+x+1", "2+x+1"), ("+(a b)+3", "+(a b)+3"), ("(+x)+", "(+x)+"), ("!+x", "!+x"),
    ("status:red+", "status:red+"), ("\"2\"+", "\"2\"+"), ("2", "\"2\""), ("2x+", "2x+"),
    ("path(a,b)", "path(a, b)"), ("path(a | b, c d)", "path(a | b, c d)"),
    ("path((status:red,yellow),x)", "path((status:red,yellow), x)"),
    ("cause( status:red )", "cause(status:red)"), ("cause((name:a,b))", "cause(name:a,b)"),
    ("path(cause(name:a,b), x)", "path((cause(name:a,b)), x)"),
    ("loop", "loop"), ("\"loop\"", "\"loop\""), ("order", "order"), ("nothing", "nothing"),
    ("reason:\"x-own\"", "reason:\"x-own\""), ("reason:\"value-nil\"", "reason:value-nil"),
    ("größe", "\"größe\""), ("a|b", "a | b"), ("path", "path"), ("age", "age"),
  ])
  func `H6: a query has one spelling`(text: String, spelling: String) throws {
    let query = try Query(text)
    #expect(query.text == spelling)
    #expect(try Query(query.text) == query)
  }

  @Test(
    arguments: [
      ("stauts:red", .unknownField, 0, "status"), ("Status:red", .unknownField, 0, "status"),
      ("x zzz:1", .unknownField, 2, nil), ("below(x)", .unknownFunction, 0, nil),
      ("pth(a,b)", .unknownFunction, 0, "path(…)"), ("loop()", .unknownFunction, 0, "loop"),
      ("status:rad", .unknownValue, 7, "red"), ("status:red,gren", .unknownValue, 11, "green"),
      ("reason:owner-not-fund", .unknownValue, 7, "owner-not-found"),
      ("mark:secert", .unknownValue, 5, "secret"), ("step:paht", .unknownValue, 5, "path"),
      ("age>5", .wrongKind, 5, "age>5s"), ("age:5s", .wrongKind, 3, "age>5s"),
      ("age>5d", .wrongKind, 5, "age>5s"), ("age>soon", .wrongKind, 4, "age>5s"),
      ("age>\"5s\"", .wrongKind, 4, "age>5s"), ("age>0.0001s", .wrongKind, 4, nil),
      ("age>99999999999999999999h", .wrongKind, 4, nil), ("age>1..2s", .wrongKind, 4, "age>5s"),
      ("changes>3s", .wrongKind, 9, "changes>3"), ("rate>9", .wrongKind, 6, "rate>9/s"),
      ("name>3", .wrongKind, 4, "name:total"), ("name=total", .wrongKind, 4, "name:total"),
      ("9999999+x", .wrongKind, 0, nil), ("x+99999999999999999999", .wrongKind, 2, nil),
      ("status:", .missingValue, 7, nil), ("a |", .missingValue, 3, nil),
      ("| a", .missingValue, 0, nil), ("()", .missingValue, 1, nil), ("!", .missingValue, 1, nil),
      ("or a", .missingValue, 0, nil), ("a or or b", .missingValue, 5, nil),
      ("path(a)", .missingValue, 6, nil), ("path(,b)", .unexpected, 5, nil),
      ("name~\"a", .missingQuote, 5, nil), ("\"", .missingQuote, 0, nil),
      ("name~“a”", .missingQuote, 5, nil), ("a\"b\"", .needsQuotes, 1, nil),
      ("NSObject+Cart", .needsQuotes, 9, nil), ("a!b", .needsQuotes, 1, nil),
      ("(a", .missingParenthesis, 0, nil), ("a)", .missingParenthesis, 1, nil),
      ("path(a,b", .missingParenthesis, 4, nil), ("cause(a,b)", .unexpected, 7, nil),
      ("a,b", .unexpected, 1, nil), ("age > 5s", .unexpected, 4, nil), ("+ x", .unexpected, 0, nil),
      ("++x", .unexpected, 1, nil), ("+!x", .unexpected, 1, nil),
      ("name:\"\\x\"", .unexpected, 6, nil),
      ("\u{1}", .unexpected, 0, nil),
    ] as [(String, QueryError.Kind, Int, String?)])
  func `H6: a mistake is told with its place and what was meant`(
    text: String, kind: QueryError.Kind, offset: Int, hint: String?
  ) throws {
    let error = try #require(throws: QueryError.self) { try Query(text) }
    #expect(error.kind == kind)
    #expect(error.offset == offset)
    #expect(error.hint == hint)
  }

  @Test func `an error shows the line and a caret under the place`() throws {
    let error = try #require(throws: QueryError.self) { try Query("cart stauts:red") }
    #expect(
      error.text == """
        There is no field “stauts”.
        cart stauts:red
             ^
        Did you mean status?
        """)
  }

  @Test func `of a long query an error shows what is around the place`() throws {
    let text = String(repeating: "ö ", count: 300) + "x:1" + String(repeating: " b", count: 300)
    let error = try #require(throws: QueryError.self) { try Query(text) }
    let lines = error.picture.split(separator: "\n")
    #expect(columnWidth(of: String(lines[0])) <= 80)
    let column = lines[1].count - 1
    #expect(Array(lines[0])[column] == "x")
  }

  @Test(arguments: [
    (String(repeating: "a", count: 1 << 20), QueryError.Kind.tooLong),
    (String(repeating: "(", count: 100_000), .tooLong),
    (String(repeating: "(", count: 4_000), .tooDeep),
    (String(repeating: "!", count: 4_000), .tooDeep),
    (String(repeating: "cause(", count: 600), .tooDeep),
    (String(repeating: "path(a,", count: 500), .tooDeep),
    (String(repeating: "not ", count: 1_000), .tooDeep),
    ("name~" + String(repeating: "a", count: 121), .tooLong),
  ])
  func `what is too long or too deep is refused at once`(text: String, kind: QueryError.Kind) throws
  {
    let error = try #require(throws: QueryError.self) { try Query(text) }
    #expect(error.kind == kind)
    #expect(error.text.utf8.count < 1_000)
  }

  @Test func `what is printed reads as the same, whatever the tree`() throws {
    for seed in 0..<400 as Range<UInt64> {
      var trees = RandomQueries(seed: seed)
      let tree = trees.node(depth: 4)
      let query = try #require(try? Query(tree.text), "seed \(seed): \(tree.text)")
      #expect(query.root == tree.flat, "seed \(seed): \(tree.text)")
      #expect(query.text == tree.text, "seed \(seed)")
    }
  }

  @Test func `K2: of a query that finds nothing it is told which part is to blame`() throws {
    var shop = Shop()
    shop.add(1, "cart.total", .red, .valueNil)
    shop.add(2, "cart.tax")
    let query = try Query("process:shopp (cart | badge) !status:grey")
    let counts = query.counts(in: shop.model, shop.facts)
    #expect(counts.map(\.text).dropLast() == ["process:shopp", "cart", "badge", "!status:grey"])
    #expect(counts.map(\.count) == [0, 2, 0, 2, 0])
    #expect(counts[0].range == 0..<13)
  }
}
