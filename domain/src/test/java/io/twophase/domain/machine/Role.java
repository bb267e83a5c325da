package io.twophase.domain.machine;

import static java.util.Locale.ROOT;

import io.twophase.domain.ApproverName;
import io.twophase.domain.Owner;
import io.twophase.domain.TransactionId;
import io.twophase.domain.authorization.CaptureRequest;
import io.twophase.domain.hold.RecordId;
import io.twophase.domain.machine.Worker.Goal;
import io.twophase.domain.record.NewRecord;
import io.twophase.domain.testing.Fixtures;
import io.twophase.domain.transaction.NewTransaction;

/**
 * Who works.
 *
 * @param target the place of its record of several, or of its transaction
 * @param at its own place among all
 */
record Role(Kind kind, int target, int at) {

  /** What a role does. */
  enum Kind {
    /** Begins a record of several, and sees it through. */
    OWN,
    /** Recovers a record of several. */
    RECOVER,
    /** Cancels a record of several. */
    STOP,
    /** Begins a transaction, and waits for others that work on it. */
    LONE,
    /** Begins a transaction, or takes it over. */
    ASK,
    /** Asks for another transaction under its id, once that is taken. */
    OTHER,
    /** Cancels a transaction. */
    CANCEL,
    /** Recovers a transaction. */
    RESUME,
    /** Recovers a transaction, and cancels it where it is undecided. */
    ABANDON,
    /** Stores a transaction for others. */
    SUBMIT,
    /** Captures all of an authorization. */
    CAPTURE,
    /** Captures one of it. */
    PART,
    /** Approves it. */
    APPROVE,
    /** Asks for a function. */
    CALL
  }

  static Role of(String word, int at) {
    String[] parts = word.split(":", -1);
    return new Role(Kind.valueOf(parts[0].toUpperCase(ROOT)), Integer.parseInt(parts[1]), at);
  }

  boolean isOfMany() {
    return kind == Kind.OWN || kind == Kind.RECOVER || kind == Kind.STOP;
  }

  /** Whether it takes a pending record of another for a stuck one. */
  boolean isBold() {
    return kind == Kind.RECOVER || kind == Kind.ASK || kind == Kind.RESUME || kind == Kind.ABANDON;
  }

  boolean begins() {
    return switch (kind) {
      case OWN, LONE, ASK, OTHER, SUBMIT, CALL -> true;
      case RECOVER, STOP, CANCEL, RESUME, ABANDON, CAPTURE, PART, APPROVE -> false;
    };
  }

  Owner owner(int restarts) {
    return new Owner(Fixtures.APP, Fixtures.token("w" + at + (restarts > 0 ? "-" + restarts : "")));
  }

  Actor start(Scene scene, int restarts) {
    return kind == Kind.CALL
        ? Actor.calling(at, Call.looking(target), restarts)
        : Actor.at(at, Worker.start(goal(scene, owner(restarts)), owner(restarts)), restarts);
  }

  private Goal goal(Scene scene, Owner owner) {
    if (isOfMany()) {
      RecordId batch = scene.batchId(target);
      return switch (kind) {
        case OWN ->
            Goal.run(NewRecord.several(batch, scene.bodies(target), scene.isInOrder(), owner));
        case STOP -> Goal.cancel(batch, Fixtures.ON_REQUEST);
        default -> Goal.resume(batch);
      };
    }
    NewTransaction body = scene.body(target);
    TransactionId id = body.id();
    return switch (kind) {
      case LONE, ASK -> Goal.run(NewRecord.alone(body, owner));
      case OTHER -> Goal.run(NewRecord.alone(scene.other(target), owner));
      case SUBMIT -> Goal.submit(NewRecord.submitted(body));
      case CANCEL -> Goal.cancel(RecordId.of(id), Fixtures.ON_REQUEST);
      case ABANDON -> Goal.abandon(RecordId.of(id));
      case CAPTURE -> Goal.capture(id, CaptureRequest.inFull());
      case PART -> Goal.capture(id, new CaptureRequest.OfEach(Fixtures.cents(1)));
      case APPROVE -> Goal.approve(id, new ApproverName("Ann"));
      default -> Goal.resume(RecordId.of(id));
    };
  }

  String name() {
    return kind.name().toLowerCase(ROOT) + ":" + target;
  }
}
