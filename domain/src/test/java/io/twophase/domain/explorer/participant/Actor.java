package io.twophase.domain.explorer.participant;

import io.twophase.domain.authorization.AuthorizationRefusal;
import io.twophase.domain.participant.Home;
import io.twophase.domain.protocol.Event;
import io.twophase.domain.protocol.Result;
import io.twophase.domain.protocol.Step;
import io.twophase.domain.protocol.Worker;
import io.twophase.domain.transaction.CancelReason;
import io.twophase.domain.transaction.State;
import io.twophase.domain.transaction.Transaction;
import io.vavr.control.Option;
import java.util.ArrayList;
import java.util.List;

/**
 * A worker with its messages on their way.
 *
 * @param home that its holds name
 * @param role what it is there for
 * @param worker where it is
 * @param sent the messages that it waits for
 * @param answers to them, as far as they have come
 * @param end how it ended, once it has: of a worker that has, nothing else is kept
 */
record Actor(
    Home home,
    Role role,
    Worker worker,
    List<Message> sent,
    List<Option<Event>> answers,
    Option<End> end) {

  /** How a worker ends. */
  enum End {
    /** It has crashed. */
    GONE,
    /** It says that the transaction is done. */
    APPLIED,
    /** It says that it is decided and cannot be canceled. */
    DECIDED,
    /** It says that the transaction is canceled. */
    CANCELED,
    /** It says that the authorization was voided because it had expired. */
    EXPIRED,
    /** It says that it is held, and waits for its capture. */
    AUTHORIZED,
    /** It says that other amounts are captured than it asked for. */
    CAPTURED_OTHERWISE,
    /** It says that it is not captured or not approved, as it was then. */
    NOT_YET,
    /** It says that another is at it. */
    BUSY;

    private static End of(Result result) {
      if (result instanceof Result.Applied) {
        return APPLIED;
      }
      if (result instanceof Result.Canceled canceled) {
        return canceled.reason() instanceof CancelReason.Expired ? EXPIRED : CANCELED;
      }
      if (result instanceof Result.Authorized) {
        return AUTHORIZED;
      }
      if (result instanceof Result.AuthorizationRefused refused) {
        return refused.refusal() instanceof AuthorizationRefusal.AlreadyCaptured
            ? CAPTURED_OTHERWISE
            : NOT_YET;
      }
      if (result instanceof Result.AlreadyDecided) {
        return DECIDED;
      }
      if (result instanceof Result.Busy) {
        return BUSY;
      }
      throw new IllegalArgumentException("no end that there is here: " + result);
    }

    /** Whether what it says, in that role, is true of the record. */
    boolean isTrueOf(Transaction record, Role role) {
      State state = record.state();
      boolean happens = state == State.APPLIED || state == State.DONE;
      boolean hasExpired = record.reason().exists(why -> why instanceof CancelReason.Expired);
      return switch (this) {
        case GONE, BUSY, NOT_YET -> true;
        case APPLIED -> state == State.DONE && role.hasAskedFor(record);
        case DECIDED -> happens;
        case CANCELED -> state == State.CANCELED && !hasExpired;
        case EXPIRED -> state == State.CANCELED && hasExpired;
        case AUTHORIZED -> state == State.AUTHORIZED || state.isDecided();
        case CAPTURED_OTHERWISE -> happens && (!role.hasAskedFor(record) || role.approves());
      };
    }
  }

  /** A worker at its next step. */
  static Actor at(Home home, Role role, Worker worker) {
    return of(home, role, Driver.Reaction.of(worker, Message.of(home, worker), List.of()));
  }

  private static Actor of(Home home, Role role, Driver.Reaction reaction) {
    Worker worker = reaction.worker();
    if (worker.result().isEmpty()) {
      return new Actor(home, role, worker, reaction.sent(), reaction.answers(), Option.none());
    }
    Worker again = role.start(worker.id(), worker.goal());
    return role == Role.JANITOR
        ? at(home, role, again)
        : new Actor(home, role, again, List.of(), List.of(), worker.result().map(End::of));
  }

  /** The same actor after its driver has reacted. */
  Actor after(Driver.Reaction reaction) {
    return of(home, role, reaction);
  }

  Actor leaving() {
    Worker again = role.start(worker.id(), worker.goal());
    return new Actor(home, role, again, List.of(), List.of(), Option.some(End.GONE));
  }

  Actor answered(int message, Event answer) {
    List<Option<Event>> more = new ArrayList<>(answers);
    more.set(message, Option.some(answer));
    return new Actor(home, role, worker, sent, more, end);
  }

  Driver.Waiting waiting(boolean timedOut) {
    return new Driver.Waiting(home, worker, sent, answers, timedOut);
  }

  boolean reads() {
    return worker.step() instanceof Step.Reread || worker.step() instanceof Step.Await;
  }

  /** Whether it waits for room, and has not looked for it since. */
  boolean isAtPause() {
    return worker.step() instanceof Step.AwaitRoom && answers.stream().allMatch(Option::isEmpty);
  }

  /** Whether it does nothing any more. */
  boolean hasStopped() {
    return end.isDefined();
  }

  /** Whether it has crashed. */
  boolean isGone() {
    return end.contains(End.GONE);
  }

  /** Whether it is to come to an end. */
  boolean isAtEnd() {
    return role == Role.JANITOR || hasStopped();
  }
}
