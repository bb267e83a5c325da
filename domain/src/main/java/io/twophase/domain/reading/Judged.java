package io.twophase.domain.reading;

import io.twophase.domain.TransactionId;
import io.twophase.domain.document.DocumentRef;
import io.twophase.domain.hold.Claim;
import io.twophase.domain.hold.Claim.Ending;
import io.twophase.domain.hold.Document;
import io.twophase.domain.hold.Hold;
import io.twophase.domain.hold.Hold.Target;
import io.twophase.domain.hold.HoldRules;
import io.twophase.domain.hold.Stored;
import io.twophase.domain.record.Claims;
import io.twophase.domain.record.Claims.Member;
import io.twophase.domain.record.Lookup;
import io.twophase.domain.record.TransactionRecord;
import io.twophase.domain.value.Fields;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * Documents and what the records say of their holds. A hold counts if its record has decided, at
 * the hold's epoch, that its claim happens: then the claim is done to the document, by the rules
 * that will settle it. Any other hold is ignored.
 *
 * @param look the documents
 * @param holders the records of the holds, read after the documents
 */
record Judged(Look look, Holders holders) {

  /** The first reason that there is no answer, whatever is read next. */
  Optional<ReadAnswer> obstacle() {
    return obstacle(look.holds(), holders::fault)
        .or(() -> obstacle(settling(), holders::faultOfMember));
  }

  private Optional<ReadAnswer> obstacle(
      Collection<Hold> holds, Function<Hold, Optional<String>> faultOf) {
    return holds.stream()
        .flatMap(hold -> faultOf.apply(hold).map(fault -> obstacle(hold, fault)).stream())
        .findFirst();
  }

  private ReadAnswer obstacle(Hold hold, String fault) {
    return new ReadAnswer.Unreadable(
        look.heldBy(hold),
        "held by transaction " + hold.transaction() + ", whose record cannot be read: " + fault);
  }

  /** One hold that counts of each record, or of each member that has a hold of its own. */
  private Collection<Hold> settling() {
    Map<TransactionId, Hold> settling = new LinkedHashMap<>();
    look.holds().stream()
        .filter(holders::settles)
        .forEach(hold -> settling.putIfAbsent(hold.transaction(), hold));
    return settling.values();
  }

  /** The members whose bodies say how far decided ranges move. */
  List<TransactionId> sums() {
    return settling().stream().flatMap(hold -> holders.sum(hold).stream()).distinct().toList();
  }

  /** Returns whether no body of them is missing. */
  boolean isWhole() {
    return settling().stream().allMatch(hold -> holders.applied(hold).isPresent());
  }

  /** Returns whether the look and the records are of one moment by themselves. */
  boolean isEnough() {
    return look.isEnough() && look.holds().stream().allMatch(hold -> holders.of(hold).isPresent());
  }

  /** The holds whose records may yet be decided; one whose record is not there among them. */
  private List<Hold> undecided() {
    return look.holds().stream()
        .filter(hold -> holders.of(hold).map(record -> !record.state().isDecided()).orElse(true))
        .toList();
  }

  /** The records of these holds. */
  HolderIds undecidedIds() {
    return HolderIds.of(undecided());
  }

  /** Returns whether, as these records are read again, none of them shows that a claim happens. */
  boolean noneHappens(List<Lookup> lookups) {
    Holders again = Holders.of(undecidedIds(), lookups);
    return undecided().stream()
        .noneMatch(hold -> again.happens(hold) || again.fault(hold).isPresent());
  }

  /**
   * The documents as decided.
   *
   * @throws IllegalStateException if a decided change cannot be done, because somebody changed the
   *     document outside of transactions while it was held
   */
  List<DecidedDocument> decided() {
    Map<TransactionId, Map<Target, Ending>> settles = new HashMap<>();
    settling().forEach(hold -> settles.put(hold.transaction(), settles(hold)));
    List<DecidedDocument> decided = new ArrayList<>();
    for (int at = 0; at < look.documents().size(); at++) {
      DocumentRef ref = look.documents().get(at);
      decided.add(
          new DecidedDocument(ref, look.document(at).flatMap(there -> decided(there, settles))));
    }
    return decided;
  }

  /** The ends of a decided record, by their targets: each is a function of record and bodies. */
  private Map<Target, Ending> settles(Hold hold) {
    TransactionRecord record = holders.of(hold).orElseThrow();
    List<Member> applied = holders.applied(hold).orElseThrow();
    Map<Target, Long> nets = Claims.nets(applied, record.verdict());
    Map<Target, Ending> settles = new HashMap<>();
    for (Claim claim : Claims.of(applied, record.id().isOfMany()).all()) {
      long net = nets.getOrDefault(claim.target(), 0L);
      settles.put(
          claim.target(), Ending.settle(record.id(), claim, record.epoch(), net, Optional.empty()));
    }
    return settles;
  }

  private static Optional<Fields> decided(
      Document document, Map<TransactionId, Map<Target, Ending>> settles) {
    Optional<Stored> decided = Optional.of(document);
    for (Hold hold : document.holds()) {
      Optional<Ending> end =
          Optional.ofNullable(settles.get(hold.transaction()))
              .flatMap(ends -> Optional.ofNullable(ends.get(document.target())))
              .filter(settle -> settle.finds(hold.home(), hold));
      if (end.isPresent()) {
        decided = decided.flatMap(there -> HoldRules.end(there, hold, end.orElseThrow()));
      }
    }
    return decided.filter(there -> !there.isPlaceholder()).map(Stored::fields);
  }
}
