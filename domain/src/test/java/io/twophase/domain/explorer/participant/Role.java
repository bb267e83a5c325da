package io.twophase.domain.explorer.participant;

import io.twophase.domain.authorization.AuthorizationRequest;
import io.twophase.domain.authorization.CaptureRequest;
import io.twophase.domain.id.ApproverName;
import io.twophase.domain.id.TransactionId;
import io.twophase.domain.outcome.BeginOutcome;
import io.twophase.domain.protocol.Event;
import io.twophase.domain.protocol.Goal;
import io.twophase.domain.protocol.HoldOrder;
import io.twophase.domain.protocol.Worker;
import io.twophase.domain.testing.Fixtures;
import io.twophase.domain.transaction.NewTransaction;
import io.twophase.domain.transaction.Transaction;
import io.vavr.control.Option;
import java.time.Duration;
import java.util.Locale;

/** What one of a transaction's workers is there for. */
enum Role {
  /** Has begun it, and waits for others as long as it takes. */
  OWNER,
  /** Finishes it, and takes everything pending to be stuck. */
  RECOVERER,
  /** Cancels it. */
  CANCELLER,
  /** Captures all of it. */
  CAPTURER,
  /** Captures three of five. */
  PARTIAL_CAPTURER,
  /** Approves it. */
  APPROVER_A,
  /** Approves it, too. */
  APPROVER_B,
  /** Finishes it, and finds it expired if it is authorized. */
  EXPIRER,
  /** Comes again and again: finishes what is decided, cancels what is not. */
  JANITOR;

  /** Such a worker, at its first step; an owner behind the insert of the record. */
  Worker worker(NewTransaction body) {
    return switch (this) {
      case OWNER ->
          start(body.id(), new Goal.Run(body)).after(new Event.Inserted(BeginOutcome.BEGUN));
      case RECOVERER, EXPIRER -> start(body.id(), new Goal.Resume());
      case CAPTURER, PARTIAL_CAPTURER ->
          start(
              body.id(), new Goal.OnAuthorization(new AuthorizationRequest.Capture(asked().get())));
      case APPROVER_A -> start(body.id(), approval(Authorizations.A));
      case APPROVER_B -> start(body.id(), approval(Authorizations.B));
      case CANCELLER -> start(body.id(), new Goal.Cancel(Fixtures.ON_REQUEST));
      case JANITOR -> start(body.id(), new Goal.Abandon());
    };
  }

  /** Such a worker, at its very first step. */
  Worker start(TransactionId id, Goal goal) {
    return Worker.start(id, goal, Fixtures.APP, Fixtures.token(name()), HoldOrder.TOGETHER);
  }

  private static Goal approval(ApproverName approver) {
    return new Goal.OnAuthorization(new AuthorizationRequest.Approve(approver));
  }

  private Option<CaptureRequest> asked() {
    return switch (this) {
      case CAPTURER -> Option.some(CaptureRequest.inFull());
      case PARTIAL_CAPTURER -> Option.some(Authorizations.THREE_OF_FIVE);
      default -> Option.none();
    };
  }

  /** Whether what is captured is what one of this role asked for, if it asked. */
  boolean hasAskedFor(Transaction record) {
    return asked()
        .forAll(
            request ->
                request.of(record.accountOperations()).contains(record.progress().captured()));
  }

  /** Whether it approves, and asks for no amounts. */
  boolean approves() {
    return this == APPROVER_A || this == APPROVER_B;
  }

  /** How long ago the store says that the record was changed. */
  Duration clock() {
    return this == EXPIRER || this == JANITOR
        ? Authorizations.LIFETIME.multipliedBy(2)
        : Duration.ZERO;
  }

  /** Whether every pending record that it reads counts as stuck. */
  boolean isImpatient() {
    return this != OWNER;
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
