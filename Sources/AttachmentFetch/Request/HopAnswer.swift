/// What a cache says of the URL that a redirect leads to.
public enum HopAnswer: Sendable {
    /// It has to be asked: conditionally where there are validators of a stored response of that URL, and for the rest
    /// alone where a part of an answer of that URL is there.
    ///
    /// A part that the transfer holds of that URL already counts before the one given here, and one that is given to a
    /// transfer that has ended is given up.
    case ask(FetchRequest.Validators?, PartialBody?)
    /// The cache answers for that URL itself; nothing more is asked.
    case stop
}
