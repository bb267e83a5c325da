package io.twophase.ports;

import io.twophase.domain.ApplicationName;
import io.twophase.domain.Owner.OwnerId;
import io.twophase.domain.record.MatchOutcome;
import io.twophase.domain.record.OwnerLookup;
import io.twophase.domain.record.Vitals;
import java.time.Duration;
import java.util.List;

/**
 * The owners of transactions: one small document for each running process. It shows other processes
 * that this one is alive. The process adds to a counter in it at a steady pace, the beat. A
 * watching process judges by how long it has itself seen no change of the counter; it compares no
 * clocks. A wrong guess leads to a needless take-over, never to a wrong balance: the epoch fences
 * off the old owner.
 *
 * <p><b>Unreachable.</b> {@link StoreUnavailableException} says that the call sent nothing.
 */
public interface OwnerRepository {

  /** The most owners that {@link #silent} gives. */
  int MAX_SILENT = 1_000;

  /**
   * Shows that {@code owner} is alive: adds one to its counter, and inserts its document where
   * there is none. Atomic on the one document. Calling it again after an answer in doubt is safe:
   * the counter then grows by one or by two.
   *
   * @param application in whose name the process works; for people
   * @param every how often the process means to beat, in whole milliseconds, above zero
   * @param vitals what the process does, in the place of what it told before
   * @return matched where the change is acknowledged, else in doubt
   */
  MatchOutcome beat(OwnerId owner, ApplicationName application, Duration every, Vitals vitals);

  /** Reads the documents of {@code owners}; answers come one for each, in the order asked. */
  List<OwnerLookup> find(List<OwnerId> owners);

  /**
   * Reads the owners whose last beat is at least so long ago by the store's clock, longest first,
   * then by id: at most {@code limit} of them. Those whose last beat cannot be read are among them.
   * If no time is too short, it reads all owners.
   *
   * @throws IllegalArgumentException if the duration is below zero, or the limit is not within 1 to
   *     {@link #MAX_SILENT}
   */
  List<OwnerLookup> silent(Duration silentFor, int limit);

  /**
   * Removes the document of an owner that has ended. For the owner itself, when it is closed; what
   * it has left unfinished is then free to be taken over at once. Idempotent.
   *
   * @return matched if the document was there and is removed, not matched if there was none
   */
  MatchOutcome retire(OwnerId owner);

  /**
   * Removes the document of an owner that counts as dead, if its counter is still at {@code beat}:
   * one that has beaten meanwhile stays. An owner that was taken for dead wrongly inserts its
   * document again with its next beat.
   *
   * @return matched where it was removed
   */
  MatchOutcome remove(OwnerId owner, long beat);

  /**
   * For adapters: what {@link #silent} refuses.
   *
   * @throws IllegalArgumentException if the duration is below zero, or the limit out of range
   */
  static void checkSilent(Duration silentFor, int limit) {
    if (limit < 1 || limit > MAX_SILENT || silentFor.isNegative()) {
      throw new IllegalArgumentException(
          "silent for " + silentFor + ", limit " + limit + ": out of range");
    }
  }
}
