package io.twophase.domain.protocol;

import static io.twophase.domain.testing.Answers.accepted;
import static io.twophase.domain.testing.Fixtures.APP;
import static io.twophase.domain.testing.Fixtures.ON_REQUEST;
import static io.twophase.domain.testing.Fixtures.debit;
import static io.twophase.domain.testing.Fixtures.epoch;
import static io.twophase.domain.testing.Fixtures.recordOf;
import static io.twophase.domain.testing.Fixtures.token;
import static io.twophase.domain.testing.Fixtures.transactionId;
import static io.twophase.domain.testing.Fixtures.transfer;
import static io.twophase.domain.testing.Fixtures.usd;
import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.domain.authorization.ApprovalRule;
import io.twophase.domain.authorization.AuthorizationProgress;
import io.twophase.domain.authorization.AuthorizationRefusal;
import io.twophase.domain.authorization.AuthorizationRequest;
import io.twophase.domain.authorization.AuthorizationTerms;
import io.twophase.domain.authorization.CaptureRequest;
import io.twophase.domain.authorization.Captured;
import io.twophase.domain.id.ApproverName;
import io.twophase.domain.outcome.AccountHoldOutcome;
import io.twophase.domain.outcome.BeginOutcome;
import io.twophase.domain.outcome.MatchOutcome;
import io.twophase.domain.outcome.TransactionLookup;
import io.twophase.domain.testing.RecordFixture;
import io.twophase.domain.transaction.AuthorizationTransition;
import io.twophase.domain.transaction.CancelReason;
import io.twophase.domain.transaction.NewTransaction;
import io.twophase.domain.transaction.State;
import io.twophase.domain.transaction.Transaction;
import io.twophase.domain.transaction.Transition;
import io.vavr.control.Option;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("A worker at an authorization")
class AuthorizationStoriesTest {

  private static final Duration WEEK = Duration.ofDays(7);
  private static final Instant EXPIRY = Instant.parse("2026-02-01T00:00:00Z");
  private static final ApproverName ANN = new ApproverName("Ann");
  private static final ApproverName BOB = new ApproverName("Bob");
  private static final NewTransaction BODY =
      transfer("t", "A", "B", usd("5")).authorizedUnder(new AuthorizationTerms(WEEK));
  private static final NewTransaction APPROVED =
      transfer("t", "A", "B", usd("5"))
          .authorizedUnder(
              new AuthorizationTerms(WEEK, Option.some(new ApprovalRule(1, List.of(ANN, BOB)))));
  private static final CaptureRequest THREE = new CaptureRequest.OfEach(usd("3"));
  private static final Captured OF_THREE = accepted(THREE.of(BODY.accountOperations()));

  private Worker worker = start(new Goal.Run(BODY));

  private static Worker start(Goal goal) {
    return Worker.start(transactionId("t"), goal, APP, token("me"), HoldOrder.TOGETHER);
  }

  private void isTo(Goal goal) {
    worker = start(goal);
  }

  private void captures(CaptureRequest amounts) {
    isTo(new Goal.OnAuthorization(new AuthorizationRequest.Capture(amounts)));
  }

  private void approves(ApproverName approver) {
    isTo(new Goal.OnAuthorization(new AuthorizationRequest.Approve(approver)));
  }

  private void sees(Transaction record) {
    sees(record, Duration.ZERO);
  }

  private void sees(Transaction record, Duration unmodifiedFor) {
    worker = worker.after(new Event.Seen(new TransactionLookup.Found(record, unmodifiedFor), true));
  }

  private void moved(MatchOutcome outcome) {
    worker = worker.after(new Event.Moved(outcome));
  }

  private void next(Step step) {
    assertThat(worker.step()).isEqualTo(step);
  }

  private void ends(Result result) {
    assertThat(worker.result()).containsExactly(result);
  }

  private void refuses(AuthorizationRefusal refusal) {
    ends(new Result.AuthorizationRefused(refusal));
  }

  private static RecordFixture record(State state) {
    return recordOf(BODY).in(state);
  }

  private static Transaction captured(State state) {
    Transaction authorized = record(State.AUTHORIZED).build();
    Transaction applied =
        accepted(
            new AuthorizationTransition.Capture(
                    BODY.id(), epoch(1), OF_THREE, 0, Option.none(), token("other"))
                .apply(authorized, authorized.lastModified()));
    return state == State.APPLIED
        ? applied
        : accepted(new Transition.Finish(BODY.id()).apply(applied, applied.lastModified()));
  }

  private static Step.Move capture(Captured captured) {
    return new Step.Move(
        new AuthorizationTransition.Capture(
            BODY.id(), epoch(1), captured, 0, Option.none(), token("me")));
  }

  private static Step.Move voidFor(CancelReason reason) {
    return new Step.Move(
        new AuthorizationTransition.VoidAuthorization(
            BODY.id(), epoch(1), reason, Option.none(), token("me")));
  }

  @Test
  @DisplayName("that begins it authorizes it once all is held, and tells when it expires")
  void authorizes() {
    worker = worker.after(new Event.Inserted(BeginOutcome.BEGUN));
    worker =
        worker.after(
            new Event.Holds(List.of(AccountHoldOutcome.held(), AccountHoldOutcome.held())));
    next(new Step.Move(new AuthorizationTransition.Authorize(BODY.id(), epoch(1))));
    moved(MatchOutcome.MATCHED);
    next(new Step.Reread());
    Transaction record = record(State.AUTHORIZED).ownedBy(token("me")).build();
    sees(record);
    ends(new Result.Authorized(record));
  }

  @Test
  @DisplayName("that finds it authorized gives the same answer, also when it has expired")
  void again() {
    worker = worker.after(new Event.Inserted(BeginOutcome.ID_TAKEN));
    Transaction record = record(State.AUTHORIZED).build();
    sees(record, WEEK.multipliedBy(2));
    ends(new Result.Authorized(record));
  }

  @Test
  @DisplayName("takes it over when it does not know whether it is authorized, and it is not")
  void inDoubt() {
    worker = worker.after(new Event.Inserted(BeginOutcome.BEGUN));
    worker =
        worker.after(
            new Event.Holds(List.of(AccountHoldOutcome.held(), AccountHoldOutcome.held())));
    moved(MatchOutcome.IN_DOUBT);
    sees(record(State.PENDING).ownedBy(token("me")).build());
    assertThat(Words.of(worker.step())).isEqualTo("take over@1");
  }

  @Test
  @DisplayName("takes its dead holds back when another has authorized it at a later epoch")
  void overtaken() {
    worker = worker.after(new Event.Inserted(BeginOutcome.BEGUN));
    worker =
        worker.after(
            new Event.Holds(List.of(AccountHoldOutcome.inDoubt(), AccountHoldOutcome.held())));
    Transaction record = record(State.AUTHORIZED).at(2).build();
    sees(record);
    assertThat(Words.of(worker.step())).isEqualTo("withdraw@1 A B");
    worker =
        worker.after(new Event.Matches(List.of(MatchOutcome.NOT_MATCHED, MatchOutcome.MATCHED)));
    ends(new Result.Authorized(record));
  }

  @Test
  @DisplayName("that captures a part settles that part, and sends what had no answer again")
  void capturesPart() {
    captures(THREE);
    sees(record(State.AUTHORIZED).build());
    next(capture(OF_THREE));
    moved(MatchOutcome.MATCHED);
    next(new Step.Settle(epoch(1), BODY.operations(), OF_THREE));
    worker = worker.after(new Event.Matches(List.of(MatchOutcome.IN_DOUBT, MatchOutcome.MATCHED)));
    next(new Step.Settle(epoch(1), List.of(debit("A", usd("5"))), OF_THREE));
  }

  @Test
  @DisplayName("that recovers a capture settles what the record says")
  void recovers() {
    isTo(new Goal.Resume());
    sees(captured(State.APPLIED));
    next(new Step.Settle(epoch(1), BODY.operations(), OF_THREE));
  }

  @Test
  @DisplayName("that captures the same again gives the same answer, and another amount is refused")
  void capturesAgain() {
    captures(THREE);
    sees(captured(State.DONE));
    ends(new Result.Applied(true));
    captures(THREE);
    sees(captured(State.APPLIED));
    next(new Step.Settle(epoch(1), BODY.operations(), OF_THREE));
    captures(CaptureRequest.inFull());
    sees(captured(State.DONE));
    refuses(
        new AuthorizationRefusal.AlreadyCaptured(
            BODY.id(), captured(State.DONE).capturedOperations()));
  }

  @Test
  @DisplayName("that captures in doubt reads, and captures again what is still authorized")
  void captureInDoubt() {
    captures(CaptureRequest.inFull());
    sees(record(State.AUTHORIZED).build());
    moved(MatchOutcome.IN_DOUBT);
    next(new Step.Reread());
    assertThat(worker.after(new Event.GaveUp()).result())
        .containsExactly(new Result.Unknown(Unanswered.REREAD, Option.none()));
    sees(record(State.AUTHORIZED).build());
    next(capture(Captured.IN_FULL));
    assertThat(worker.after(new Event.GaveUp()).result())
        .containsExactly(new Result.Unknown(Unanswered.CAPTURE, Option.none()));
  }

  @Test
  @DisplayName("that captures is told what has come before it")
  void tooLate() {
    captures(THREE);
    sees(record(State.CANCELED).because(new CancelReason.Expired(EXPIRY)).build());
    ends(new Result.Canceled(new CancelReason.Expired(EXPIRY), true));
    captures(THREE);
    sees(record(State.CANCELED).build());
    ends(new Result.Canceled(ON_REQUEST, true));
    captures(THREE);
    sees(record(State.PENDING).build());
    refuses(new AuthorizationRefusal.NotYetAuthorized(BODY.id()));
    captures(THREE);
    sees(recordOf(transfer("t", "A", "B", usd("5"))).in(State.DONE).build());
    refuses(new AuthorizationRefusal.NotAnAuthorization(BODY.id()));
  }

  @Test
  @DisplayName("that captures more than is held is refused")
  void moreThanHeld() {
    captures(new CaptureRequest.OfEach(usd("6")));
    sees(record(State.AUTHORIZED).build());
    assertThat(worker.result().map(result -> ((Result.AuthorizationRefused) result).refusal()))
        .hasOnlyElementsOfType(AuthorizationRefusal.MoreThanHeld.class);
  }

  @Test
  @DisplayName("voids what is authorized, and is told if it was captured")
  void voids() {
    isTo(new Goal.Cancel(ON_REQUEST));
    sees(record(State.AUTHORIZED).build());
    next(voidFor(ON_REQUEST));
    moved(MatchOutcome.MATCHED);
    assertThat(Words.of(worker.step())).isEqualTo("release@1 A B");
    isTo(new Goal.Cancel(ON_REQUEST));
    sees(record(State.AUTHORIZED).build());
    moved(MatchOutcome.NOT_MATCHED);
    sees(captured(State.APPLIED));
    ends(new Result.AlreadyDecided(State.APPLIED));
  }

  @Test
  @DisplayName("that recovers it leaves it alone until it expires, whatever the policy")
  void expires() {
    Transaction record = record(State.AUTHORIZED).build();
    for (Goal goal : List.of(new Goal.Resume(), new Goal.Abandon())) {
      isTo(goal);
      sees(record, WEEK.minusMillis(1));
      ends(new Result.Authorized(record));
      isTo(goal);
      sees(record, WEEK);
      next(voidFor(new CancelReason.Expired(record.expiresAt().get())));
    }
  }

  @Test
  @DisplayName("approves it in the name of one who may, once")
  void approves() {
    Transaction record = recordOf(APPROVED).in(State.AUTHORIZED).build();
    approves(ANN);
    sees(record);
    next(new Step.Move(new AuthorizationTransition.Approve(BODY.id(), epoch(1), ANN)));
    moved(MatchOutcome.MATCHED);
    Transaction approved = approvedByAnn(record);
    sees(approved);
    ends(new Result.Authorized(approved));
    approves(new ApproverName("Eve"));
    sees(record);
    refuses(
        new AuthorizationRefusal.NoSuchApprover(
            BODY.id(), new ApproverName("Eve"), List.of(ANN, BOB)));
  }

  @Test
  @DisplayName("captures only what is approved")
  void capturesApproved() {
    Transaction record = recordOf(APPROVED).in(State.AUTHORIZED).build();
    captures(CaptureRequest.inFull());
    sees(record);
    refuses(new AuthorizationRefusal.NotApproved(BODY.id(), 1, List.of(), List.of(ANN, BOB)));
    captures(CaptureRequest.inFull());
    sees(approvedByAnn(record));
    next(
        new Step.Move(
            new AuthorizationTransition.Capture(
                BODY.id(), epoch(1), Captured.IN_FULL, 1, Option.none(), token("me"))));
  }

  private static Transaction approvedByAnn(Transaction record) {
    Transaction approved =
        accepted(
            new AuthorizationTransition.Approve(BODY.id(), epoch(1), ANN)
                .apply(record, record.lastModified()));
    assertThat(approved.progress())
        .isEqualTo(new AuthorizationProgress(List.of(ANN), Captured.IN_FULL));
    return approved;
  }
}
