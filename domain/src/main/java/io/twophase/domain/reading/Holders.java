package io.twophase.domain.reading;

import io.twophase.domain.TransactionId;
import io.twophase.domain.hold.Hold;
import io.twophase.domain.hold.RecordId;
import io.twophase.domain.record.Claims.Member;
import io.twophase.domain.record.Lookup;
import io.twophase.domain.record.TransactionRecord;
import io.twophase.domain.record.Verdict.Fate;
import io.twophase.domain.transaction.NewTransaction;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The records of holds, as they were read after the holds.
 *
 * @param seen by the transactions that the holds name
 * @param members of records that hold ranges, the members that were read
 */
record Holders(Map<TransactionId, Lookup> seen, Map<TransactionId, Lookup> members) {

  /** Nothing holds the documents. */
  static final Holders NONE = new Holders(Map.of(), Map.of());

  /**
   * The records under those ids.
   *
   * @throws IllegalArgumentException if there is not one lookup for each id: a fault of the reader
   */
  static Holders of(HolderIds ids, List<Lookup> lookups) {
    return new Holders(byId(ids.all(), lookups), Map.of());
  }

  /** The same records, with members of theirs. */
  Holders with(List<TransactionId> ids, List<Lookup> lookups) {
    return new Holders(seen, byId(ids, lookups));
  }

  private static Map<TransactionId, Lookup> byId(List<TransactionId> ids, List<Lookup> lookups) {
    if (ids.size() != lookups.size()) {
      throw new IllegalArgumentException(lookups.size() + " lookups of " + ids.size());
    }
    Map<TransactionId, Lookup> byId = new LinkedHashMap<>();
    for (int at = 0; at < ids.size(); at++) {
      byId.put(ids.get(at), lookups.get(at));
    }
    return byId;
  }

  /** The record of the hold, if it was there. */
  Optional<TransactionRecord> of(Hold hold) {
    return Optional.ofNullable(seen.get(hold.transaction()))
        .flatMap(Lookup::record)
        .filter(record -> record.id().equals(hold.record()));
  }

  /** The fault of the record of the hold. */
  Optional<String> fault(Hold hold) {
    return Optional.ofNullable(seen.get(hold.transaction())).flatMap(Lookup::fault);
  }

  /** The first fault of a member that says how far the hold's range moves. */
  Optional<String> faultOfMember(Hold hold) {
    return sum(hold).stream()
        .flatMap(id -> Optional.ofNullable(members.get(id)).stream())
        .flatMap(lookup -> lookup.fault().stream())
        .findFirst();
  }

  /** Returns whether it is decided that the claim of the hold happens. */
  boolean happens(Hold hold) {
    return of(hold)
        .filter(
            record ->
                record.state().isApplied()
                    && hold.member()
                        .map(member -> record.fate(member).filter(Fate::isApplied).isPresent())
                        .orElse(true))
        .isPresent();
  }

  /** Returns whether the hold is the one that is settled then: at the epoch that decided. */
  boolean settles(Hold hold) {
    return happens(hold)
        && of(hold).filter(record -> record.epoch().equals(hold.epoch())).isPresent();
  }

  /** The members whose bodies say how far the hold's range moves; none unless that is decided. */
  List<TransactionId> sum(Hold hold) {
    return HolderIds.isSum(hold) && settles(hold) ? of(hold).orElseThrow().applied() : List.of();
  }

  /**
   * The members that do what the hold is settled with, in the order of the run; none if the body of
   * one was not there.
   */
  Optional<List<Member>> applied(Hold hold) {
    if (!HolderIds.isSum(hold)) {
      return Optional.ofNullable(seen.get(hold.transaction()))
          .flatMap(Lookup::body)
          .map(body -> List.of(Member.of(body)));
    }
    List<Member> applied = new ArrayList<>();
    for (TransactionId id : sum(hold)) {
      Optional<NewTransaction> body = body(id, hold.record());
      if (body.isEmpty()) {
        return Optional.empty();
      }
      applied.add(Member.of(body.orElseThrow()));
    }
    return Optional.of(applied);
  }

  /** A body counts only if it names the record. */
  private Optional<NewTransaction> body(TransactionId member, RecordId record) {
    return Optional.ofNullable(members.get(member))
        .filter(lookup -> lookup.decider().equals(Optional.of(record)))
        .flatMap(Lookup::body);
  }
}
