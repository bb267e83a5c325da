package io.twophase.console.screen;

import io.twophase.console.http.Pages;
import io.twophase.console.view.Json;
import io.twophase.domain.ApplicationName;
import io.twophase.domain.Epoch;
import io.twophase.domain.Owner;
import io.twophase.domain.record.TransactionRecord;
import io.twophase.domain.transaction.HistoryEntry;
import io.twophase.domain.transaction.State;
import io.twophase.domain.transaction.State.Timeline;
import io.twophase.domain.transaction.Transaction;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The steps of a transaction's life in words, with the time between them. */
final class Steps {

  private Steps() {}

  /**
   * The steps of a transaction, the oldest first.
   *
   * @param readAt the moment of reading, which ends what is not finished
   */
  static List<Map<String, Object>> of(Transaction record, Instant readAt) {
    return of(record.history(), record.state(), readAt);
  }

  /** The steps of a batch, likewise. */
  static List<Map<String, Object>> of(TransactionRecord batch, Instant readAt) {
    Timeline timeline = batch.timeline();
    Optional<ApplicationName> owner = batch.owner().map(Owner::application);
    Epoch epoch = batch.epoch();
    State decision = batch.reason().isEmpty() ? State.APPLIED : State.CANCELING;
    List<HistoryEntry> history = new ArrayList<>();
    if (!batch.isTombstone()) {
      history.add(
          new HistoryEntry(
              State.PENDING,
              Epoch.FIRST,
              epoch.equals(Epoch.FIRST) ? owner : Optional.empty(),
              batch.createdAt()));
    }
    timeline
        .takenOverAt()
        .ifPresent(at -> history.add(new HistoryEntry(State.PENDING, epoch, owner, at)));
    timeline.decidedAt().ifPresent(at -> history.add(new HistoryEntry(decision, epoch, owner, at)));
    batch.endedAt().ifPresent(at -> history.add(new HistoryEntry(batch.state(), epoch, owner, at)));
    return of(history, batch.state(), readAt);
  }

  private static List<Map<String, Object>> of(
      List<HistoryEntry> history, State state, Instant readAt) {
    List<Map<String, Object>> steps = new ArrayList<>();
    Optional<Instant> before = Optional.empty();
    for (HistoryEntry entry : history) {
      steps.add(
          Json.object(
              "at", entry.at(),
              "what", words(entry, before.isEmpty()),
              "state", entry.state(),
              "epoch", entry.epoch().value(),
              "application", entry.application(),
              "after", before.map(last -> span(Duration.between(last, entry.at())))));
      before = Optional.of(entry.at());
    }
    if (!state.isFinal()) {
      String what = "read: it is still " + Json.lower(state);
      Optional<String> after = before.map(last -> span(Duration.between(last, readAt)));
      steps.add(Json.object("at", readAt, "what", what, "state", state, "after", after));
    }
    return steps;
  }

  private static String words(HistoryEntry entry, boolean isFirst) {
    return switch (entry.state()) {
      case INITIAL -> "submitted";
      case PENDING ->
          isFirst ? "begun" : entry.epoch().equals(Epoch.FIRST) ? "claimed" : "taken over";
      case AUTHORIZED -> "held, all of it";
      case APPLIED -> "decided: it happens";
      case CANCELING -> "decided: it does not happen";
      case DONE -> "finished: all of it is settled";
      case CANCELED -> "finished: nothing of it is held";
    };
  }

  /** A state, as it is for the accounts and documents. */
  static String meaning(State state) {
    return switch (state) {
      case INITIAL -> "It was submitted. Nobody works on it yet, and nothing is held.";
      case PENDING ->
          "It is not decided. Its owner holds what it touches, or is about to. No balance and no"
              + " document has changed.";
      case AUTHORIZED ->
          "All of it is held, and it waits to be captured or voided. No balance and no document"
              + " has changed.";
      case APPLIED ->
          "It is decided: it happens, and nobody can cancel it any more. Some of it may not be"
              + " settled yet.";
      case DONE -> "It has happened, and all of it is settled.";
      case CANCELING ->
          "It is decided: it does not happen. Some of what it holds may not be given back yet.";
      case CANCELED -> "It has not happened, and it holds nothing.";
    };
  }

  /** A duration between steps, which may be short. */
  static String span(Duration duration) {
    long millis = duration.toMillis();
    if (millis < 1_000) {
      return millis + " ms";
    }
    return millis < 10_000
        ? "%s.%s s".formatted(millis / 1_000, millis % 1_000 / 100)
        : Pages.text(duration);
  }
}
