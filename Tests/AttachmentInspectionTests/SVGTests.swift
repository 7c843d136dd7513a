import AttachmentDomain
import Testing

@Suite("SVG", .timeLimit(.minutes(1)))
struct SVGTests {
    private static func utf16(_ text: String, isLittle: Bool) -> [UInt8] {
        ("\u{FEFF}" + text).utf16.flatMap { unit -> [UInt8] in
            isLittle ? Bytes.little(Int(unit), 2) : Bytes.big(Int(unit), 2)
        }
    }

    @Test(
        arguments: [
            ("width='40' height='30'", 40, 30),
            ("width=\"40px\" height=\" 30 \"", 40, 30),
            ("width='30pt' height='2pc'", 40, 32),
            ("width='1in' height='2.54cm'", 96, 96),
            ("width='25.4mm' height='1e2'", 96, 100),
            ("width='2em' height='3ex'", 32, 24),
            ("width='39.6' height='0.2'", 40, 1),
            ("width='.5e1' height='+7.'", 5, 7),
            ("WIDTH='4'  x:foo='a > b'\n height = '3'", 4, 3),
            ("viewBox='0 0 40 30'", 40, 30),
            ("viewBox='-5,-5, 40.4\n30.6' width='100%' height='100%'", 40, 31),
            ("viewBox='0 0 40 30' width='20'", 20, 15),
            ("viewBox='0 0 40 30' height='60'", 80, 60),
            ("viewBox='0 0 40 30' width='10' height='10'", 10, 10),
            ("width='40'", nil, nil),
            ("width='auto' height='30'", nil, nil),
            ("viewBox='0 0 0 30'", nil, nil),
            ("viewBox='0 0 nan inf'", nil, nil),
            ("width='1e99' height='30'", nil, nil),
            ("width='-4' height='30'", nil, nil),
            ("hidden width='4' \u{E9}='x' height='3'", 4, 3),
            ("", nil, nil),
        ] as [(String, Int?, Int?)])
    func `given attributes of the root, when they are read, then the size is the one browsers take`(
        attributes: String, width: Int?, height: Int?
    ) throws {
        let document = "<svg \(attributes)><path/></svg>"
        for bytes in [
            Array(document.utf8), Self.utf16(document, isLittle: true), Self.utf16(document, isLittle: false),
        ] {
            let seen = try SeenPicture(bytes)
            #expect(seen.type == "image/svg+xml")
            #expect(seen.inspection?.width == width)
            #expect(seen.inspection?.height == height)
            #expect(seen.inspection?.frames == 1)
            #expect(seen.inspection?.animated == false)
            #expect(seen.inspection?.codec == "svg")
            #expect(seen.soundness == "whole")
        }
    }

    @Test(arguments: [
        "<svg/>", "<svg />\n", "<svg></svg>", "<svg><svg></svg></svg>\n", "<SVG></SVG>",
        "<?xml version='1.0'?><!-- a --><!DOCTYPE svg [<!ENTITY a '>'>]>\n<x:svg></x:svg>",
        "<svg></svg>\n<!-- made by hand </svg> --><?end?>\n\u{0}\u{0}", "<svg>\n</svg \n>",
        "\u{FEFF}<svg a='</svg>'></svg>",
    ])
    func `given a document whose root is closed, when it is measured, then it is whole`(text: String) throws {
        let seen = try SeenPicture(Array(text.utf8))
        #expect(seen.type == "image/svg+xml")
        #expect(seen.soundness == "whole")
        #expect(seen.inspection?.foreignBytes == nil)
    }

    @Test(arguments: [
        ("<svg width='40", "ends inside its root element"),
        ("<svg width='40'", "ends inside its root element"),
        ("<svg>", "ends before its root element is closed"),
        ("<svg><path d='M0 0", "ends before its root element is closed"),
        ("<svg></svg", "ends before its root element is closed"),
        ("<svg></sv>", "ends before its root element is closed"),
        ("<svg><svg></svg><path/>", "ends before its root element is closed"),
        ("<svg></svg><!-- not closed", "ends before its root element is closed"),
        ("<x:svg></svg>", "ends before its root element is closed"),
    ])
    func `given a document that was cut, when it is measured, then that is told`(text: String, damage: String) throws {
        for bytes in [Array(text.utf8), Self.utf16(text, isLittle: true)] {
            #expect(try SeenPicture(bytes).soundness == "\(bytes.count): \(damage)")
        }
    }

    @Test func `given a long document, when it is measured, then its ends tell`() throws {
        let path = "<path d='M0 0 L1 1'/>"
        let text = "<svg width='4' height='3'>" + String(repeating: path, count: 20_000) + "</svg>"
        #expect(try SeenPicture(Array(text.utf8)).soundness == "whole")
        #expect(try SeenPicture(Array(text.utf8.dropLast())).soundness?.contains("root element is closed") == true)
        #expect(try SeenPicture(Self.utf16(text, isLittle: true)).soundness == "whole")
    }

    @Test func `given bytes behind a root that closes itself, when it is measured, then they are foreign`() throws {
        let seen = try SeenPicture(Array("<svg/>\n<script>alert(1)</script>".utf8))
        #expect(seen.soundness == "whole")
        #expect(seen.inspection?.foreignBytes == 25)
    }

    @Test func `given many closing tags in comments without end, when it is measured, then that is soon done`() throws {
        let text = "<svg>" + String(repeating: "</svg><!--", count: 50_000)
        #expect(try SeenPicture(Array(text.utf8)).inspection?.whole == false)
    }
}
