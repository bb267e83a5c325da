package io.twophase.cli.view;

import io.twophase.Transactions;
import io.twophase.app.transfer.TransactionOutcome;
import io.twophase.domain.Reason;
import io.twophase.domain.record.TransactionLookup;
import io.twophase.domain.transaction.HistoryEntry;
import io.twophase.domain.transaction.State;
import io.twophase.domain.transaction.Transaction;
import java.time.Instant;

/**
 * The reason of a refusal that was given before under the same id: nothing was tried now.
 *
 * @param first why it was refused then
 * @param at when that was
 */
public record RefusedBefore(Reason first, Instant at) implements Reason {

  /** The reason, with the time of the first refusal, if that can be read. */
  public static Reason explained(Reason reason, TransactionLookup lookup) {
    return lookup.fold(
        found -> new RefusedBefore(reason, refusedAt(found.record())),
        absent -> reason,
        unreadable -> reason,
        removed -> new RefusedBefore(reason, removed.receipt().finishedAt()));
  }

  /** The reason of a refusal of {@code noun}, with the time of the first one if it is repeated. */
  public static Reason explained(
      TransactionOutcome.Refused refused, String noun, Transactions transactions) {
    Reason reason = Reused.explained(refused.reason(), noun);
    return refused.foundDecided() ? explained(reason, transactions.find(refused.id())) : reason;
  }

  /** Returns whether a transaction was refused. */
  public static boolean isRefused(TransactionLookup lookup) {
    return lookup.fold(
        found -> isRefused(found.record().state()),
        absent -> false,
        unreadable -> false,
        removed -> !removed.receipt().isApplied());
  }

  private static boolean isRefused(State state) {
    return state == State.CANCELING || state == State.CANCELED;
  }

  private static Instant refusedAt(Transaction record) {
    return record.history().stream()
        .filter(entry -> isRefused(entry.state()))
        .map(HistoryEntry::at)
        .findFirst()
        .orElse(record.lastModified());
  }

  /** Returns what a line about the transaction says after its id. */
  public static String words(Reason reason) {
    return (reason instanceof RefusedBefore ? "" : "refused: ") + reason.message();
  }

  @Override
  public String kind() {
    return first.kind();
  }

  @Override
  public String message() {
    return "was refused at %s: %s; this id stays refused; use a new one"
        .formatted(at, first.message());
  }
}
