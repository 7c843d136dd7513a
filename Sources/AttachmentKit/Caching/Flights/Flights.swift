import AttachmentDomain
import AttachmentStore
import AttachmentThreads
import AttachmentURL

/// The questions that are under way in this process: whoever wants what is being asked for already joins in.
final class Flights: Sendable {
    private let flights = Locked<[FlightKey: Flight]>([:])

    /// Joins the flight of that key, or a new one.
    ///
    /// - Parameters:
    ///   - isOutdated: told of the one that is under way; where it says yes a new one takes its place for all that come.
    /// - Returns: the flight, the member's number in it, and whether it is the one that has to take off.
    func join(
        _ key: FlightKey, _ member: @escaping Flight.Member, isOutdated: (Flight) -> Bool, make: () -> Flight
    ) -> (flight: Flight, number: Int, isNew: Bool) {
        let underWay = flights.withLock { $0[key] }
        let outdated = underWay.flatMap { isOutdated($0) ? $0 : nil }
        return flights.withLock { flights in
            if let flight = flights[key], flight !== outdated, let number = flight.join(member) {
                return (flight, number, false)
            }
            let flight = make()
            flights[key] = flight
            // Nobody knows it yet, so it has not landed.
            return (flight, flight.join(member) ?? Flight.starter, true)
        }
    }

    /// Lets nobody join it any more.
    func remove(_ flight: Flight) {
        flights.withLock { flights in
            if flights[flight.key] === flight { flights[flight.key] = nil }
        }
    }

    /// How many wait for an answer.
    var memberCount: Int { flights.withLock { Array($0.values) }.reduce(0) { $0 + $1.memberCount } }
}

/// What makes two requests the same question.
struct FlightKey: Hashable, Sendable {
    /// The text of the URL's cache key.
    var url: String
    var fields: HTTPHeaders
    var taking: LoadRequest.Taking

    init(_ request: LoadRequest) {
        url = request.key
        fields = request.fields
        taking = request.taking
    }

    /// The name under which processes exclude each other.
    var lockName: String {
        guard !fields.fields.isEmpty || taking != LoadRequest.Taking() else { return url }
        let lines = fields.fields.map { "\n\($0.name.lowercased()): \($0.value)" }.joined()
        return "\(url)\n\(taking.anyType) \(taking.everyStatus)\(lines)"
    }
}
