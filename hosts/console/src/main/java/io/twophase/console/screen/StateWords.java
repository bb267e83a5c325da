package io.twophase.console.screen;

import io.twophase.console.page.Pages;
import io.twophase.domain.OwnerId;
import io.twophase.domain.record.OwnerLookup;
import io.twophase.domain.transaction.State;
import io.twophase.ports.OwnerRepository;
import io.vavr.control.Option;
import java.time.Duration;
import java.util.List;

/** States in words: what each means to an operator, and why what is unfinished is so. */
final class StateWords {

  /** A process that has missed so many of its beats is taken for dead, once that was watched. */
  private static final int MISSED_BEATS = 5;

  private StateWords() {}

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
      case DONE -> "It has happened, all of it.";
      case CANCELING ->
          "It is decided: it does not happen. Some of what it holds may not be given back yet.";
      case CANCELED -> "It has not happened, and it holds nothing.";
    };
  }

  /** Recovery, when it comes to something in that state. */
  static String recovery(State state) {
    return switch (state) {
      case INITIAL -> "Recovery runs it when it has waited for long; so does the same request.";
      case PENDING ->
          "Recovery takes it over under a new epoch and goes on with it: it is applied if all of it"
              + " can be held, and canceled if not.";
      case AUTHORIZED -> "Recovery leaves it alone until it expires, and voids it then.";
      case APPLIED -> "Recovery takes it over and settles the rest.";
      case CANCELING -> "Recovery takes it over and gives back the rest.";
      case DONE, CANCELED -> "";
    };
  }

  /** The owner's sign of life, in a sentence. */
  static String owner(Option<OwnerId> owner, OwnerRepository owners) {
    return owner
        .map(
            id ->
                owners
                    .find(List.of(id))
                    .get(0)
                    .fold(
                        StateWords::found,
                        absent ->
                            "The process %s has ended, or has been silent for so long that its mark was removed: recovery takes over at once."
                                .formatted(id),
                        fault ->
                            "The mark of the process %s cannot be read: %s."
                                .formatted(id, fault.fault())))
        .getOrElse(
            "No process is named as its owner, so nobody sees whether that is alive: recovery takes"
                + " it over when it has not changed for long.");
  }

  private static String found(OwnerLookup.Found found) {
    String silent = Pages.text(found.silentFor());
    Duration most = found.every().multipliedBy(MISSED_BEATS);
    return found.silentFor().compareTo(most) < 0
        ? "The process %s is alive: its last beat was %s ago. It goes on by itself."
            .formatted(found.owner(), silent)
        : "The process %s seems dead: its last beat was %s ago, and it means to beat every %s. Recovery watches it for some seconds, and then takes over."
            .formatted(found.owner(), silent, Spans.text(found.every()));
  }
}
