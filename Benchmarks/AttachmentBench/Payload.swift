/// A push with these media, in WonderPush's shape, which carries any number.
func payload(_ urls: [String]) -> String {
    let attachments = urls.map { "{\"url\":\"\($0)\"}" }.joined(separator: ",")
    return """
        {"aps":{"alert":{"title":"Benchmark","body":"\(urls.count) media"}},\
        "_wp":{"n":"bench","attachments":[\(attachments)]}}

        """
}
