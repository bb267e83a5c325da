package io.twophase.console.screen;

import io.twophase.console.http.Pages;
import io.twophase.console.view.Json;
import io.twophase.domain.Owner;
import io.twophase.domain.Owner.OwnerId;
import io.twophase.domain.TransactionId;
import io.twophase.domain.record.Lookup;
import io.twophase.domain.record.OwnerLookup;
import io.twophase.domain.record.TransactionRecord;
import io.twophase.domain.transaction.ImportedRow;
import io.twophase.domain.transaction.NewTransaction;
import io.twophase.domain.transaction.State;
import io.twophase.ports.OwnerRepository;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Unfinished records that nobody seems to work on: why, and how recovery ends them. */
final class Stuck {

  /** A record that has not changed for so long is stuck, whoever owns it. */
  static final Duration OLD = Duration.ofSeconds(10);

  private final Map<String, OwnerLookup> signs = new LinkedHashMap<>();

  /** Goes by the newest reading of the owners. */
  Stuck(List<OwnerLookup> owners) {
    owners.forEach(one -> signs.put(one.id(), one));
  }

  boolean isStuck(Lookup seen) {
    return isOld(seen) || seen.record().filter(record -> isLeft(record, false)).isPresent();
  }

  private static boolean isOld(Lookup seen) {
    return seen.unmodifiedFor().compareTo(OLD) >= 0;
  }

  private boolean isLeft(TransactionRecord record, boolean isOld) {
    return record.process().filter(owner -> isDead(owner, isOld)).isPresent();
  }

  /** A stuck record for a page; one that cannot be read says so. */
  Map<String, Object> view(Lookup seen) {
    return seen.record()
        .map(record -> view(seen, record))
        .orElseGet(
            () -> {
              String why = "It cannot be read: " + seen.fault().orElse("") + ".";
              String recovery = "Recovery leaves it alone.";
              Map<String, Object> view =
                  Json.object(
                      "id", seen.id(), "isBatch", seen.id().startsWith(TransactionId.BATCH_PREFIX));
              view.putAll(Json.object("state", "unreadable", "why", why, "recovery", recovery));
              return view;
            });
  }

  private Map<String, Object> view(Lookup seen, TransactionRecord record) {
    Reasons reasons = reasons(seen, record);
    return Json.object(
        "id", seen.id(),
        "isBatch", record.id().isOfMany(),
        "members", record.members().size(),
        "state", record.state(),
        "epoch", record.epoch().value(),
        "lastModified", record.lastModified(),
        "unmodifiedSeconds", seen.unmodifiedFor().toSeconds(),
        "unmodifiedFor", Steps.span(seen.unmodifiedFor()),
        "application", record.owner().map(Owner::application),
        "owner", record.process(),
        "why", reasons.why(),
        "recovery", reasons.recovery());
  }

  /** Why a record is not finished, and how recovery ends it, in sentences. */
  private record Reasons(String why, String recovery) {}

  private Reasons reasons(Lookup seen, TransactionRecord record) {
    if (record.state() != State.AUTHORIZED) {
      return new Reasons(why(record), recovery(record, isOld(seen)));
    }
    Instant now = record.lastModified().plus(seen.unmodifiedFor());
    boolean isOverdue = record.alone().filter(one -> one.isOverdueAt(now)).isPresent();
    return new Reasons(
        isOverdue
            ? "It has expired, and nobody has voided it yet: until then it can be captured."
            : "It waits for somebody to capture or void it.",
        "Recovery leaves it alone until it expires, and voids it then.");
  }

  private String why(TransactionRecord record) {
    if (record.owner().isEmpty()) {
      return "It was submitted, and nobody has claimed it.";
    }
    return record
        .process()
        .map(owner -> "Its owner " + words(owner) + ".")
        .orElse("Its owner does not show whether it is alive.");
  }

  private String recovery(TransactionRecord record, boolean isOld) {
    String when =
        isLeft(record, isOld) && !isRow(record)
            ? "The next pass of recovery takes it over"
            : "Recovery takes it over once it has not changed for as long as the pass is told";
    return when + ": " + how(record.state());
  }

  /** The rows of an import in file order are left to the same import while they are undecided. */
  private static boolean isRow(TransactionRecord record) {
    return record.state() == State.PENDING
        && record
            .only()
            .flatMap(NewTransaction::importedRow)
            .filter(ImportedRow::inFileOrder)
            .isPresent();
  }

  /** Returns how recovery ends a record in a state. */
  static String how(State state) {
    return switch (state) {
      case INITIAL -> "it is run, and then applied or refused.";
      case PENDING -> "it goes on where it stopped, and is then applied or canceled.";
      case APPLIED -> "it has happened already, and the rest of it is settled.";
      case CANCELING -> "it does not happen, and the rest of its holds is released.";
      case AUTHORIZED, DONE, CANCELED -> "it is left as it is.";
    };
  }

  /** Why a record is not finished, in sentences; nothing of one that has ended. */
  static Optional<Map<String, Object>> unfinished(Lookup seen, OwnerRepository owners) {
    return seen.record()
        .filter(record -> !record.state().isFinal())
        .map(record -> unfinished(seen, record, owners));
  }

  private static Map<String, Object> unfinished(
      Lookup seen, TransactionRecord record, OwnerRepository owners) {
    List<OwnerId> owner =
        record.process().filter(one -> record.state() != State.AUTHORIZED).stream().toList();
    Reasons reasons =
        new Stuck(owner.isEmpty() ? List.of() : owners.find(owner)).reasons(seen, record);
    List<String> why = new ArrayList<>();
    seen.member().ifPresent(member -> why.add("The batch %s decides it.".formatted(record.id())));
    why.add(reasons.why());
    return Json.object(
        "decided", record.state().isDecided(),
        "unchangedFor", Steps.span(seen.unmodifiedFor()),
        "why", why,
        "recovery", reasons.recovery());
  }

  /** An owner in the order of being looked after. */
  private enum Sign {
    ALIVE,
    SILENT,
    UNREADABLE
  }

  private static Sign sign(OwnerLookup lookup) {
    return lookup.fold(
        found -> isSilent(found) ? Sign.SILENT : Sign.ALIVE,
        absent -> Sign.SILENT,
        unreadable -> Sign.UNREADABLE);
  }

  private static boolean isSilent(OwnerLookup.Found found) {
    return found.silentFor().compareTo(found.deadAfter()) >= 0;
  }

  /**
   * Returns whether the record's owner seems to be dead, by the store's clock. One that is not
   * listed is dead only if the record is old: it may have begun after the owners were read.
   */
  private boolean isDead(OwnerId owner, boolean isOld) {
    return Optional.ofNullable(signs.get(owner.value()))
        .map(lookup -> sign(lookup) == Sign.SILENT)
        .orElse(isOld);
  }

  /** The last sign of life of an owner, in words. */
  private String words(OwnerId owner) {
    return Optional.ofNullable(signs.get(owner.value()))
        .map(
            lookup ->
                lookup.<String>fold(
                    Stuck::words,
                    absent -> "has no sign of life",
                    unreadable -> "has a sign of life that cannot be read"))
        .orElse("has ended, or was removed as long dead");
  }

  private static String words(OwnerLookup.Found found) {
    String last = Pages.text(found.silentFor());
    return isSilent(found)
        ? "has shown no sign of life for %s, and means to show one every %s: it counts as dead"
            .formatted(last, Pages.text(found.every()))
        : "is alive: its last sign was " + last + " ago";
  }

  /**
   * The owners, for a page.
   *
   * @param unfinished the records that say who works on them
   */
  List<Map<String, Object>> owners(List<TransactionRecord> unfinished) {
    Map<String, Integer> owned = new HashMap<>();
    unfinished.forEach(
        record ->
            record.process().ifPresent(process -> owned.merge(process.value(), 1, Integer::sum)));
    return signs.values().stream()
        .map(lookup -> one(lookup, owned.getOrDefault(lookup.id(), 0)))
        .toList();
  }

  private static Map<String, Object> one(OwnerLookup lookup, int owned) {
    Optional<OwnerLookup.Found> found =
        Optional.of(lookup).filter(OwnerLookup::isFound).map(OwnerLookup::orElseThrow);
    return Json.object(
        "owner", lookup.id(),
        "application", found.map(OwnerLookup.Found::application),
        "begunAt", found.map(OwnerLookup.Found::begunAt),
        "sign", sign(lookup),
        "silentSeconds", found.map(OwnerLookup.Found::silentFor).map(Duration::toSeconds),
        "lastSign", found.map(one -> Pages.text(one.silentFor()) + " ago"),
        "every", found.map(one -> Pages.text(one.every())),
        "unfinished", owned,
        "waiting", found.map(one -> one.vitals().waiting() + one.vitals().blocked()),
        "fault",
            lookup.<Optional<String>>fold(
                one -> Optional.empty(),
                absent -> Optional.empty(),
                unreadable -> Optional.of(unreadable.fault())));
  }
}
