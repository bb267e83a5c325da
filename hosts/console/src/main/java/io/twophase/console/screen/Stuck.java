package io.twophase.console.screen;

import io.twophase.console.page.Pages;
import io.twophase.console.view.Json;
import io.twophase.domain.BatchId;
import io.twophase.domain.OwnerId;
import io.twophase.domain.record.Lookup;
import io.twophase.domain.record.TransactionRecord;
import io.twophase.domain.record.TransactionRecord.Owner;
import io.twophase.domain.transaction.ImportedRow;
import io.twophase.domain.transaction.NewTransaction;
import io.twophase.domain.transaction.State;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/** Unfinished records that nobody seems to work on: why, and how recovery ends them. */
final class Stuck {

  /** A record that has not changed for so long is stuck, whoever owns it. */
  static final Duration OLD = Duration.ofSeconds(10);

  private final OwnerSigns owners;

  Stuck(OwnerSigns owners) {
    this.owners = owners;
  }

  boolean isStuck(Lookup seen) {
    return isOld(seen) || seen.record().filter(record -> isLeft(record, false)).isPresent();
  }

  static boolean isOld(Lookup seen) {
    return seen.unmodifiedFor().compareTo(OLD) >= 0;
  }

  private boolean isLeft(TransactionRecord record, boolean isOld) {
    return process(record).filter(owner -> owners.isDead(owner, isOld)).isPresent();
  }

  private static Optional<OwnerId> process(TransactionRecord record) {
    return record.owner().flatMap(Owner::process);
  }

  /** A stuck record for a page; one that cannot be read says so. */
  Map<String, Object> view(Lookup seen) {
    return seen.record()
        .map(record -> view(seen, record))
        .orElseGet(
            () ->
                Json.object(
                    "id",
                    seen.id(),
                    "isBatch",
                    BatchId.isReserved(seen.id()),
                    "state",
                    "unreadable",
                    "why",
                    "It cannot be read: " + seen.fault().orElse("") + ".",
                    "recovery",
                    "Recovery leaves it alone."));
  }

  private Map<String, Object> view(Lookup seen, TransactionRecord record) {
    return Json.object(
        "id", seen.id(),
        "isBatch", record.id().isOfMany(),
        "members", record.members().size(),
        "state", record.state(),
        "epoch", record.epoch().value(),
        "lastModified", record.lastModified(),
        "unmodifiedSeconds", seen.unmodifiedFor().toSeconds(),
        "unmodifiedFor", Pages.text(seen.unmodifiedFor()),
        "application", record.owner().map(Owner::application),
        "owner", process(record),
        "why", why(record),
        "recovery", recovery(record, isOld(seen)));
  }

  String why(TransactionRecord record) {
    if (record.owner().isEmpty()) {
      return "It was submitted, and nobody has claimed it.";
    }
    return process(record)
        .map(owner -> "Its owner " + owners.words(owner) + ".")
        .orElse("Its owner does not show whether it is alive.");
  }

  String recovery(TransactionRecord record, boolean isOld) {
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

  private static String how(State state) {
    return switch (state) {
      case INITIAL -> "it is run, and then applied or refused.";
      case PENDING -> "it goes on where it stopped, and is then applied or canceled.";
      case APPLIED -> "it has happened already, and the rest of it is settled.";
      case CANCELING -> "it does not happen, and the rest of its holds is released.";
      case AUTHORIZED, DONE, CANCELED -> "it is left as it is.";
    };
  }
}
