// Recognises and measures every file of a corpus and compares with its labels: a table by format, what is wrong, the
// promises, and the cost beside libmagic alone. Exit code 1 when a promise is broken.
import AttachmentCorpus
import AttachmentDomain
import Glibc

func run() -> Int32 {
    do {
        let folder = CommandLine.arguments.dropFirst().first
        let corpus = try folder.map { try Corpus(folder: $0) } ?? Corpus.ofRepository()
        let types = MediaTypeTable(MediaType.defaults)
        let film = try LargeFilm(from: Corpus.ofRepository(), types: types)
        let result = try CorpusResult(corpus, types: types)
        let promises = Promise.all(result)
        let cost = try Cost(of: corpus, types: types)
        let faults = result.faults(of: Ruling.Aspect.allCases)
        print(result.table())
        print("\nwrong:" + (faults.isEmpty ? " nothing" : ""))
        for fault in faults { print("  \(fault)") }
        print("\npromises:")
        for promise in promises { print("  \(promise.isKept ? "kept  " : "BROKEN") \(promise.text)") }
        print("\n\(cost.text)\n\(film.text)")
        return promises.allSatisfy(\.isKept) && cost.isWithinLimit && film.isWithinLimit ? 0 : 1
    } catch {
        print("attachfetch-corpus: \(error)")
        return 4
    }
}

exit(run())
