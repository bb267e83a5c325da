package io.twophase.test.contract.transaction;

import static io.twophase.domain.outcome.MatchOutcome.MATCHED;
import static io.twophase.domain.outcome.MatchOutcome.NOT_MATCHED;
import static io.twophase.domain.testing.DomainAssertions.assertThat;
import static io.twophase.domain.testing.Fixtures.APP;
import static io.twophase.domain.testing.Fixtures.ON_REQUEST;
import static io.twophase.domain.testing.Fixtures.accountId;
import static io.twophase.domain.testing.Fixtures.credit;
import static io.twophase.domain.testing.Fixtures.debit;
import static io.twophase.domain.testing.Fixtures.epoch;
import static io.twophase.domain.testing.Fixtures.token;
import static io.twophase.domain.testing.Fixtures.transactionId;
import static io.twophase.domain.testing.Fixtures.transfer;
import static io.twophase.domain.testing.Fixtures.usd;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.twophase.domain.authorization.ApprovalRule;
import io.twophase.domain.authorization.AuthorizationTerms;
import io.twophase.domain.authorization.CaptureRequest;
import io.twophase.domain.authorization.Captured;
import io.twophase.domain.id.ApproverName;
import io.twophase.domain.id.Epoch;
import io.twophase.domain.id.OwnerId;
import io.twophase.domain.id.TransactionId;
import io.twophase.domain.testing.Answers;
import io.twophase.domain.transaction.AuthorizationTransition;
import io.twophase.domain.transaction.CancelReason;
import io.twophase.domain.transaction.NewTransaction;
import io.twophase.domain.transaction.State;
import io.twophase.domain.transaction.Transaction;
import io.twophase.domain.transaction.Transition;
import io.twophase.ports.TransactionRepository;
import io.vavr.control.Option;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/** The transitions of authorizations, and {@link TransactionRepository#overdue}. */
public abstract class AuthorizationContract extends TransactionContract {

  private static final int MOST_TRIES = 10_000;
  private static final Duration WEEK = Duration.ofDays(7);
  private static final ApproverName ANN = new ApproverName("Ann");
  private static final ApproverName BOB = new ApproverName("Bob $.");
  private static final CancelReason EXPIRED =
      new CancelReason.Expired(Instant.parse("2026-02-01T00:00:00.123Z"));

  private final Runnable letTimePass;

  /**
   * @param fresh gives an empty repository; asked once before each test
   * @param letTimePass lets the store's clock advance by a few milliseconds
   */
  protected AuthorizationContract(Supplier<TransactionRepository> fresh, Runnable letTimePass) {
    super(fresh);
    this.letTimePass = letTimePass;
  }

  static NewTransaction authorization(NewTransaction body) {
    return body.authorizedUnder(new AuthorizationTerms(WEEK));
  }

  private static NewTransaction ofTwo(String id) {
    return transfer(id, "A", "B", usd("5"))
        .authorizedUnder(
            new AuthorizationTerms(WEEK, Option.some(new ApprovalRule(2, List.of(ANN, BOB)))));
  }

  private static AuthorizationTransition.Authorize authorize(String id) {
    return new AuthorizationTransition.Authorize(transactionId(id), Epoch.FIRST);
  }

  private static AuthorizationTransition.Approve approve(String id, ApproverName name) {
    return new AuthorizationTransition.Approve(transactionId(id), Epoch.FIRST, name);
  }

  private static AuthorizationTransition.Capture capture(String id) {
    return capture(id, Captured.IN_FULL, 0, "capturer");
  }

  private static AuthorizationTransition.Capture capture(
      String id, Captured captured, int approvals, String token) {
    return new AuthorizationTransition.Capture(
        transactionId(id),
        Epoch.FIRST,
        captured,
        approvals,
        Option.some(new OwnerId("process of " + token)),
        token(token));
  }

  private static AuthorizationTransition.VoidAuthorization voidIt(String id, CancelReason reason) {
    return new AuthorizationTransition.VoidAuthorization(
        transactionId(id), Epoch.FIRST, reason, Option.none(), token("voider"));
  }

  private static Captured three(NewTransaction body) {
    return Answers.accepted(new CaptureRequest.OfEach(usd("3")).of(body.accountOperations()));
  }

  private static NewTransaction atMost(String id) {
    return Answers.accepted(
        NewTransaction.transferAtMost(transactionId(id), accountId("A"), accountId("B"), usd("9")));
  }

  @Test
  void whatTakesAsMuchAsThereIsIsReadBackAndHowMuchThatWas() {
    NewTransaction body = atMost("t1");
    begin(begun(body));
    assertThat(read("t1").body()).isEqualTo(body).isNotEqualTo(transfer("t1", "A", "B", usd("9")));
    assertThat(read("t1").progress().captured().isInFull()).isTrue();
    Captured part = Captured.atMost(body.accountOperations(), 700);

    advance(new Transition.Decide(transactionId("t1"), Epoch.FIRST, part));

    assertThat(read("t1").state()).isEqualTo(State.APPLIED);
    assertThat(read("t1").progress().captured()).isEqualTo(part);
    assertThat(read("t1").capturedOperations())
        .containsExactly(debit("A", usd("7")), credit("B", usd("7")));
    advance(new Transition.Finish(transactionId("t1")));
    assertThat(read("t1").progress().captured()).isEqualTo(part);
  }

  @Test
  void whatTookAllOfItSaysNoAmounts() {
    NewTransaction body = atMost("t1");
    begin(begun(body));

    advance(
        new Transition.Decide(
            transactionId("t1"), Epoch.FIRST, Captured.atMost(body.accountOperations(), 900)));

    assertThat(read("t1").progress().captured()).isEqualTo(Captured.IN_FULL);
    assertThat(read("t1").body()).isEqualTo(body);
  }

  @Test
  void whatWasAskedForIsReadBackAndWhenItExpires() {
    begin(begun(ofTwo("t1")), begun(authorization(body("t2"))));

    Transaction record = read("t1");
    assertThat(record.body()).isEqualTo(ofTwo("t1"));
    assertThat(record.expiresAt()).contains(record.createdAt().plus(WEEK));
    assertThat(read("t2").body()).isEqualTo(authorization(body("t2")));
  }

  @Test
  void itIsAuthorizedOnceAtItsEpoch() {
    begin(begun(authorization(body("t1"))));
    assertThat(moved(new AuthorizationTransition.Authorize(transactionId("t1"), epoch(2))))
        .isEqualTo(NOT_MATCHED);
    assertThat(moved(capture("t1"))).isEqualTo(NOT_MATCHED);
    assertThat(moved(approve("t1", ANN))).isEqualTo(NOT_MATCHED);

    assertThat(moved(authorize("t1"))).isEqualTo(MATCHED);
    assertThat(moved(authorize("t1"))).isEqualTo(NOT_MATCHED);

    assertThat(read("t1")).isIn(State.AUTHORIZED).isAtEpoch(1);
    assertThat(read("t1").timeline().authorizedAt()).isNotEmpty();
    assertThat(moved(new Transition.Decide(transactionId("t1"), Epoch.FIRST)))
        .isEqualTo(NOT_MATCHED);
    assertThat(moved(new Transition.TakeOver(transactionId("t1"), Epoch.FIRST, APP, token("t"))))
        .isEqualTo(NOT_MATCHED);
  }

  @Test
  void whatIsNoAuthorizationIsNotAuthorized() {
    store(body("t1"), State.PENDING);

    assertThat(moved(authorize("t1"))).isEqualTo(NOT_MATCHED);
    assertThat(read("t1")).isIn(State.PENDING);
  }

  @Test
  void aCaptureInFullIsTheDecision() {
    store(body("t1"), State.AUTHORIZED);

    assertThat(moved(capture("t1"))).isEqualTo(MATCHED);
    assertThat(moved(voidIt("t1", EXPIRED))).isEqualTo(NOT_MATCHED);
    assertThat(moved(capture("t1"))).isEqualTo(NOT_MATCHED);

    Transaction captured = read("t1");
    assertThat(captured).isIn(State.APPLIED).isAtEpoch(1).isOwnedBy(token("capturer"));
    assertThat(captured.owner()).contains(new OwnerId("process of capturer"));
    assertThat(captured.capturedOperations()).isEqualTo(captured.accountOperations());
    assertThat(captured.timeline().decidedAt()).isNotEmpty();
    assertThat(moved(new Transition.Finish(transactionId("t1")))).isEqualTo(MATCHED);
    assertThat(read("t1")).isIn(State.DONE);
  }

  @Test
  void whatIsCapturedInPartIsReadBackToTheLastUnit() {
    NewTransaction body = transfer("t1", "A", "B", usd("5"));
    store(body, State.AUTHORIZED);

    advance(capture("t1", three(body), 0, "capturer"), new Transition.Finish(body.id()));

    assertThat(read("t1").capturedOperations())
        .containsExactly(debit("A", usd("3")), credit("B", usd("3")));
    assertThat(read("t1").accountOperations())
        .containsExactly(debit("A", usd("5")), credit("B", usd("5")));
  }

  @Test
  void aVoidKeepsItsReason() {
    store(body("t1"), State.AUTHORIZED);
    store(body("t2"), State.AUTHORIZED);

    assertThat(moved(voidIt("t1", EXPIRED))).isEqualTo(MATCHED);
    assertThat(moved(capture("t1"))).isEqualTo(NOT_MATCHED);
    assertThat(moved(approve("t1", ANN))).isEqualTo(NOT_MATCHED);
    advance(new Transition.FinishCancel(transactionId("t1")), voidIt("t2", ON_REQUEST));

    assertThat(read("t1")).isIn(State.CANCELED).wasCanceledFor(EXPIRED);
    assertThat(read("t2")).isIn(State.CANCELING).wasCanceledFor(ON_REQUEST);
  }

  @Test
  void approvalsAreCountedOnceEachInTheOrderInWhichTheyCame() {
    begin(begun(ofTwo("t1")));
    advance(authorize("t1"), approve("t1", BOB));
    assertThat(moved(approve("t1", BOB))).isEqualTo(NOT_MATCHED);
    assertThat(moved(capture("t1", Captured.IN_FULL, 2, "capturer"))).isEqualTo(NOT_MATCHED);
    assertThat(read("t1").progress().approvals()).containsExactly(BOB);

    advance(approve("t1", ANN));

    assertThat(read("t1").progress().approvals()).containsExactly(BOB, ANN);
    assertThat(read("t1")).isIn(State.AUTHORIZED);
    assertThat(moved(capture("t1", Captured.IN_FULL, 2, "capturer"))).isEqualTo(MATCHED);
    assertThat(read("t1").progress().approvals()).containsExactly(BOB, ANN);
  }

  @Test
  void eachOfManyTransitionsHasItsOwnAnswer() {
    store(body("t1"), State.AUTHORIZED);
    store(body("t2"), State.PENDING);
    store(body("t3"), State.AUTHORIZED);

    assertThat(transactions().advance(List.of(capture("t1"), capture("t2"), voidIt("t3", EXPIRED))))
        .containsExactly(MATCHED, NOT_MATCHED, MATCHED);
  }

  @Test
  void ofManyWhoCaptureAndVoidOneIsToldThatItDid() throws Exception {
    NewTransaction body = transfer("t1", "A", "B", usd("5"));
    store(body, State.AUTHORIZED);
    List<Callable<Boolean>> all = new ArrayList<>();
    for (int at = 0; at < 6; at++) {
      Transition one =
          at % 3 == 0
              ? voidIt("t1", EXPIRED)
              : capture("t1", at % 3 == 1 ? Captured.IN_FULL : three(body), 0, "capturer" + at);
      all.add(() -> moved(one) == MATCHED);
    }
    ExecutorService threads = Executors.newFixedThreadPool(all.size());
    try {
      int won = 0;
      for (Future<Boolean> one : threads.invokeAll(all)) {
        won += one.get() ? 1 : 0;
      }
      assertThat(won).isEqualTo(1);
    } finally {
      threads.shutdownNow();
    }
    assertThat(read("t1").state()).isIn(State.APPLIED, State.CANCELING);
  }

  @Test
  void theOverdueAreThoseThatAreAuthorizedAndExpiredTheFirstToExpireFirst() {
    begin(
        begun(brief("t3", 2)),
        begun(brief("t2", 1)),
        begun(brief("t1", 1)),
        begun(brief("voided", 1)),
        begun(brief("pending", 1)));
    store(body("long"), State.AUTHORIZED);
    advance(authorize("t1"), authorize("t2"), authorize("t3"), authorize("voided"));
    advance(voidIt("voided", EXPIRED));
    awaitOverdue(3);

    assertThat(overdue(10)).containsExactly("t1", "t2", "t3");
    assertThat(overdue(2)).containsExactly("t1", "t2");
  }

  @Test
  void whatIsOverdueCanBeCapturedAndIsNotOverdueThen() {
    begin(begun(brief("t1", 1)));
    advance(authorize("t1"));
    awaitOverdue(1);
    assertThat(overdue(10)).containsExactly("t1");

    assertThat(moved(capture("t1"))).isEqualTo(MATCHED);
    assertThat(overdue(10)).isEmpty();
  }

  @Test
  void noMoreThanTheLimitIsOverdueAndTheLimitIsInRange() {
    assertThatThrownBy(() -> overdue(0)).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> overdue(TransactionRepository.MAX_LATEST + 1))
        .isInstanceOf(IllegalArgumentException.class);
  }

  private static NewTransaction brief(String id, long millis) {
    return transfer(id, "A", "B", usd("5"))
        .authorizedUnder(new AuthorizationTerms(Duration.ofMillis(millis)));
  }

  /** The store's clock may be an estimate, so it is not known how much time has to pass. */
  private void awaitOverdue(int number) {
    for (int tries = 0; tries < MOST_TRIES && overdue(10).size() < number; tries++) {
      letTimePass.run();
    }
  }

  private List<String> overdue(int limit) {
    return transactions().overdue(limit).stream()
        .map(TransactionContract::recordOf)
        .map(Transaction::id)
        .map(TransactionId::value)
        .toList();
  }
}
